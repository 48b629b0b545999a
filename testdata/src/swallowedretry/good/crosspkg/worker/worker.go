// Package worker handles letters.
package worker

import (
	"context"
	"log"

	"example.com/cases/swallowedretry/good/crosspkg/store"
	"github.com/hibiken/asynq"
)

type postman struct{ box *store.Box }

func (p *postman) routes(mux *asynq.ServeMux) {
	mux.HandleFunc("letter:drop", p.drop)
	mux.HandleFunc("letter:stamp", p.stamp)
}

// drop is done when the letter was in the box before.
func (p *postman) drop(ctx context.Context, t *asynq.Task) error {
	first, err := p.box.Drop(ctx, t.ResultWriter().TaskID(), string(t.Payload()))
	if err != nil {
		return err
	}
	if !first {
		return nil
	}
	log.Printf("letter %s is in the box", t.ResultWriter().TaskID())
	return nil
}

func (p *postman) stamp(ctx context.Context, t *asynq.Task) error {
	if err := p.box.Stamp(ctx, string(t.Payload())); err != nil {
		log.Printf("stamp: %v", err)
		return err
	}
	return nil
}
