// Package handover holds mistakes whose key takes a way that the rule does not follow.
package handover

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"text/template"

	"github.com/cenkalti/backoff/v4"
	"github.com/google/uuid"
)

type provider interface {
	Charge(ctx context.Context, cents int64, idempotencyKey string) error
}

type request struct {
	Cents          int64
	IdempotencyKey string
}

func policy() backoff.BackOff { return backoff.NewExponentialBackOff() }

// reflected sets the field by its name.
func reflected(send func(*request) error) error {
	return backoff.Retry(func() error {
		r := &request{Cents: 500}
		reflect.ValueOf(r).Elem().FieldByName("IdempotencyKey").SetString(uuid.NewString()) // miss: IDV101 reflection is not followed
		return send(r)
	}, policy())
}

// decoded takes the key through JSON.
func decoded(send func(*request) error) error {
	return backoff.Retry(func() error {
		var r request
		raw := fmt.Sprintf(`{"IdempotencyKey": %q}`, uuid.NewString())
		if err := json.Unmarshal([]byte(raw), &r); err != nil { // miss: IDV101 a decoder that fills a field is not followed
			return err
		}
		return send(&r)
	}, policy())
}

// written puts the body together by hand.
func written(hc *http.Client, url string) error {
	return backoff.Retry(func() error {
		body := fmt.Sprintf(`{"cents": 500, "idempotency_key": "%s"}`, uuid.NewString()) // miss: IDV101 text is not parsed
		_, err := hc.Post(url, "application/json", strings.NewReader(body))
		return err
	}, policy())
}

var form = template.Must(template.New("").Parse(`<Charge Cents="500" IdempotencyKey="{{.}}"/>`))

// rendered does the same with a template.
func rendered(hc *http.Client, url string) error {
	return backoff.Retry(func() error {
		var body bytes.Buffer
		if err := form.Execute(&body, uuid.NewString()); err != nil { // miss: IDV101 templates are not read
			return err
		}
		_, err := hc.Post(url, "text/xml", &body)
		return err
	}, policy())
}

// shared leaves the key in a map for several goroutines.
func shared(ctx context.Context, p provider) error {
	var keys sync.Map
	return backoff.Retry(func() error {
		keys.Store("charge", uuid.NewString())
		key, _ := keys.Load("charge")
		return p.Charge(ctx, 500, key.(string)) // miss: IDV101 values are not followed through sync.Map
	}, policy())
}

// swapped leaves the key in an atomic value.
func swapped(ctx context.Context, p provider) error {
	var key atomic.Pointer[string]
	return backoff.Retry(func() error {
		k := uuid.NewString()
		key.Store(&k)
		return p.Charge(ctx, 500, *key.Load()) // miss: IDV101 values are not followed through sync/atomic
	}, policy())
}

type keyOf struct{}

// carried puts the key into the context of the attempt; the transport writes it to the header.
func carried(ctx context.Context, hc *http.Client, url string) error {
	return backoff.Retry(func() error {
		ctx := context.WithValue(ctx, keyOf{}, uuid.NewString())
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, nil)
		if err != nil {
			return err
		}
		_, err = hc.Do(req)
		return err
	}, policy())
}

type transport struct{ next http.RoundTripper }

func (t transport) RoundTrip(req *http.Request) (*http.Response, error) {
	out := req.Clone(req.Context())
	if key, ok := req.Context().Value(keyOf{}).(string); ok {
		out.Header.Set("Idempotency-Key", key) // miss: IDV101 values are not followed through contexts into a transport
	}
	return t.next.RoundTrip(out)
}
