// Package worker handles letters. What it does not look at are errors that another package reports.
package worker

import (
	"context"
	"log"

	"example.com/cases/swallowedretry/bad/crosspkg/store"
	"github.com/hibiken/asynq"
)

type postman struct{ box *store.Box }

func (p *postman) routes(mux *asynq.ServeMux) {
	mux.HandleFunc("letter:drop", p.drop)
	mux.HandleFunc("letter:stamp", p.stamp)
}

func (p *postman) drop(ctx context.Context, t *asynq.Task) error {
	if ok := p.box.Drop(ctx, t.ResultWriter().TaskID(), string(t.Payload())); !ok {
		return nil // want "IDV508: .*(letters|Drop)"
	}
	return nil
}

func (p *postman) stamp(ctx context.Context, t *asynq.Task) (err error) {
	defer func() {
		if err != nil {
			log.Printf("letter %s: %v", t.Payload(), err)
		}
	}()
	if err := p.box.Stamp(ctx, string(t.Payload())); err != nil {
		log.Printf("stamp: %v", err)
		return nil // want "IDV508: .*(letters|Stamp)"
	}
	return nil
}
