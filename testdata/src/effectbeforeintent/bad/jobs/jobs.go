// Package jobs sends a text message and then notes that it is sent. A worker that dies in between sends it again.
package jobs

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/hibiken/asynq"
	"github.com/jmoiron/sqlx"
	twilio "github.com/twilio/twilio-go/rest/api/v2010"
)

// delivery is a row of sms_deliveries.
type delivery struct {
	ID    int64  `db:"id"`
	Phone string `db:"phone"`
	Text  string `db:"text"`
	State string `db:"state"`
}

// ledger reads and writes deliveries.
type ledger struct{ db *sqlx.DB }

func (l ledger) find(ctx context.Context, id int64) (d delivery, err error) {
	err = l.db.GetContext(ctx, &d, `SELECT id, phone, text, state FROM sms_deliveries WHERE id = ?`, id)
	return d, err
}

func (l ledger) sent(ctx context.Context, id int64, sid string) error {
	_, err := l.db.ExecContext(ctx, `UPDATE sms_deliveries SET state = 'sent', sid = ? WHERE id = ? AND state = 'queued'`, sid, id)
	return err
}

// sender works on tasks.
type sender struct {
	ledger ledger
	api    *twilio.ApiService
}

func (s *sender) register(mux *asynq.ServeMux) { mux.HandleFunc("sms:send", s.handle) }

func (s *sender) handle(ctx context.Context, t *asynq.Task) error {
	var p struct{ Delivery int64 }
	if err := json.Unmarshal(t.Payload(), &p); err != nil {
		return fmt.Errorf("%w: %w", err, asynq.SkipRetry)
	}
	d, err := s.ledger.find(ctx, p.Delivery)
	if err != nil || d.State == "sent" {
		return err
	}
	sid, err := s.text(d)
	if err != nil {
		return err
	}
	return s.ledger.sent(ctx, d.ID, sid)
}

func (s *sender) text(d delivery) (string, error) {
	params := &twilio.CreateMessageParams{}
	params.SetTo(d.Phone)
	params.SetBody(d.Text)
	m, err := s.api.CreateMessage(params) // want "IDV501: .*CreateMessage"
	if err != nil {
		return "", err
	}
	return *m.Sid, nil
}
