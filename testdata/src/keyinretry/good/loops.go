package good

import (
	"context"
	"log"
	"math/rand/v2"
	"net/http"
	"time"

	"github.com/google/uuid"
)

// Messages are new work.
func receiving(ctx context.Context, p provider, amounts <-chan int64) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case cents := <-amounts:
			if err := p.Charge(ctx, cents, uuid.NewString()); err != nil {
				log.Print(err)
				continue
			}
		}
	}
}

func draining(ctx context.Context, p provider, amounts <-chan int64) error {
	for cents := range amounts {
		if err := p.Charge(ctx, cents, uuid.NewString()); err != nil {
			continue
		}
	}
	return nil
}

// A ticker starts a new turn whether the last one worked or not.
func ticking(ctx context.Context, p provider) error {
	t := time.NewTicker(time.Minute)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-t.C:
		}
		if err := p.Charge(ctx, 500, uuid.NewString()); err != nil {
			log.Print(err)
		}
	}
}

type pages interface {
	Next(ctx context.Context, cursor string) (items []int64, next string, err error)
}

// Pages differ, and so do the items on them.
func paging(ctx context.Context, src pages, p provider) error {
	cursor := ""
	for {
		items, next, err := src.Next(ctx, cursor)
		if err != nil {
			return err
		}
		for _, cents := range items {
			if err := p.Charge(ctx, cents, uuid.NewString()); err != nil {
				return err
			}
		}
		if next == "" {
			return nil
		}
		cursor = next
	}
}

// What is repeated is the connecting; the sending comes after the loop.
func connecting(ctx context.Context, dial func(context.Context) (provider, error)) error {
	var p provider
	for {
		var err error
		if p, err = dial(ctx); err == nil {
			break
		}
		time.Sleep(time.Duration(rand.IntN(1000)) * time.Millisecond)
	}
	return p.Charge(ctx, 500, uuid.NewString())
}

// Mirrors are asked with GET, which needs no key; jitter is random and harmless.
func mirrors(c *http.Client, urls []string) (*http.Response, error) {
	var last error
	for _, u := range urls {
		resp, err := c.Get(u + "?nonce=" + uuid.NewString())
		if err == nil {
			return resp, nil
		}
		last = err
	}
	return nil, last
}

// A new name is tried until one is free: the old one was refused.
func untilFree(take func(name string) bool) string {
	for {
		name := uuid.NewString()
		if take(name) {
			return name
		}
	}
}
