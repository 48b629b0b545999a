// Package limits holds mistakes that the rule does not see.
package limits

import (
	"context"
	"reflect"
	"strings"
	"sync"
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
