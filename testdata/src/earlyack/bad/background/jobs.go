// Package background answers that the work is done, and does it afterwards in a goroutine.
package background

import (
	"context"
	"log"

	"github.com/aws/aws-lambda-go/events"
	"github.com/hibiken/asynq"
	"github.com/jackc/pgx/v5/pgxpool"
)

// studio keeps recordings.
type studio struct{ db *pgxpool.Pool }

func (s *studio) keep(ctx context.Context, id string, sound []byte) error {
	_, err := s.db.Exec(ctx, `INSERT INTO recordings (id, sound) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING`, id, sound)
	return err
}

func (s *studio) routes(mux *asynq.ServeMux) { mux.HandleFunc("studio:record", s.record) }

// record is finished for asynq when it returns nil.
func (s *studio) record(ctx context.Context, t *asynq.Task) error {
	id, sound := t.ResultWriter().TaskID(), t.Payload()
	go func() { // want "IDV404: .*recordings"
		if err := s.keep(context.WithoutCancel(ctx), id, sound); err != nil {
			log.Printf("recording %s: %v", id, err)
		}
	}()
	return nil
}

// Batch is a function behind a queue. Lambda deletes the messages when it returns.
func (s *studio) Batch(ctx context.Context, ev events.SQSEvent) error {
	for _, m := range ev.Records {
		go s.later(m.MessageId, m.Body) // want "IDV404: .*recordings"
	}
	return nil
}

func (s *studio) later(id, sound string) {
	if err := s.keep(context.Background(), id, []byte(sound)); err != nil {
		log.Printf("recording %s: %v", id, err)
	}
}
