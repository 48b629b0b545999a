// Package limits holds mistakes that the rule does not see.
package limits

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
)

type provider interface {
	Order(ctx context.Context, what, idempotencyKey string) error
}

// login is a name that may be an address.
func login(ctx context.Context, p provider, login string) error {
	return p.Order(ctx, "access", "access/"+login) // miss: IDV105 the name does not say that users log in with their address
}

type request struct {
	What  string
	Email string
}

// whole: the encoded struct has the address in it.
func whole(ctx context.Context, p provider, r request) error {
	raw, err := json.Marshal(r)
	if err != nil {
		return err
	}
	return p.Order(ctx, r.What, string(raw)) // miss: IDV105 the fields of an encoded struct are not looked at
}

// posted: the name is a word in a form.
func posted(ctx context.Context, p provider, r *http.Request) error {
	return p.Order(ctx, "demo", "demo/"+r.FormValue("email")) // miss: IDV105 names of form fields are not looked at
}

type desk interface {
	CheckIn(ctx context.Context, flight, idempotencyKey string) error
}

// checkIn: the key is an argument, the number a local variable that was cut to size.
func checkIn(ctx context.Context, d desk, flight string, form url.Values) error {
	phone := strings.TrimPrefix(form.Get("contact"), "+")
	return d.CheckIn(ctx, flight, flight+"-"+phone) // miss: IDV105 names of local variables are not looked at
}
