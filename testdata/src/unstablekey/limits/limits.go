// Package limits holds mistakes that the rule does not see.
package limits

import (
	"context"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"time"

	"github.com/plutov/paypal/v4"

	"example.com/cases/unstablekey/digest"
)

type provider interface {
	Order(ctx context.Context, what, idempotencyKey string) error
}

// joined in the order in which the goroutines end.
func joined(ctx context.Context, p provider, what string, parts []func() string) error {
	out := make(chan string, len(parts))
	for _, f := range parts {
		go func() { out <- f() }()
	}
	var words []string
	for range parts {
		words = append(words, <-out)
	}
	return p.Order(ctx, what, strings.Join(words, "+")) // miss: IDV109 values are not followed through channels
}

// reflected: reflect lists the keys of a map.
func reflected(ctx context.Context, p provider, what string, m any) error {
	var words []string
	for _, k := range reflect.ValueOf(m).MapKeys() {
		words = append(words, k.String())
	}
	return p.Order(ctx, what, strings.Join(words, "+")) // miss: IDV109 reflect is not followed
}

// ranged: a map that is safe for goroutines calls a function for each element.
func ranged(ctx context.Context, p provider, what string, m *sync.Map) error {
	key := what
	m.Range(func(k, _ any) bool {
		key += "/" + k.(string)
		return true
	})
	return p.Order(ctx, what, key) // miss: IDV109 the order of sync.Map.Range is not known
}

type rental struct {
	Bike   string
	Coupon *string
	Extras []*extra
}

type extra struct{ Name string }

func keyOf[T any](kind string, v T) string { return digest.Of(fmt.Appendf(nil, "%s %#v", kind, v)) }

// generic: the pointers are in the type that the generic function is used with.
func generic(r rental, send func(bike, idempotencyKey string) error) error {
	return send(r.Bike, keyOf("return", r)) // miss: IDV109 what type a generic function is used with is not looked at
}

type period struct {
	Bike     string
	From, To time.Time
}

// dated: a time in a struct is printed with its zone and, if it was just made, with the reading of another clock.
func dated(p period, call func(map[string]any) error) error {
	return call(map[string]any{
		"bike":            p.Bike,
		"idempotency_key": fmt.Sprintf("%v", p), // miss: IDV109 a time that is printed by a format is not noticed, in a struct or alone
	})
}

type lesson struct {
	Pupil string
	At    time.Time
}

// paid formats the time with %v, which is the same.
func paid(ctx context.Context, pp *paypal.Client, order string, l *lesson) error {
	key := strings.ReplaceAll(fmt.Sprintf("%s/%v", order, l.At), " ", "_")
	_, err := pp.CaptureOrderWithPaypalRequestId(ctx, order, paypal.CaptureOrderRequest{}, key, nil) // miss: IDV109 a time that is printed by a format is not noticed, in a struct or alone
	return err
}
