// Package jobs says that it is about to send before it sends. What is found half done is not sent again: a person looks it up.
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
}

// ledger reads and writes deliveries.
type ledger struct{ db *sqlx.DB }

func (l ledger) find(ctx context.Context, id int64) (d delivery, err error) {
	err = l.db.GetContext(ctx, &d, `SELECT id, phone, text FROM sms_deliveries WHERE id = ?`, id)
	return d, err
}

// start tells whether this attempt is the first.
func (l ledger) start(ctx context.Context, id int64) (bool, error) {
	res, err := l.db.ExecContext(ctx, `UPDATE sms_deliveries SET state = 'sending' WHERE id = ? AND state = 'queued'`, id)
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	return n == 1, err
}

// doubt turns a delivery that was started and never ended over to a person. One that was sent stays as it is.
func (l ledger) doubt(ctx context.Context, id int64) error {
	_, err := l.db.ExecContext(ctx, `UPDATE sms_deliveries SET state = 'unknown' WHERE id = ? AND state = 'sending'`, id)
	return err
}

func (l ledger) sent(ctx context.Context, id int64, sid string) error {
	_, err := l.db.ExecContext(ctx, `UPDATE sms_deliveries SET state = 'sent', sid = ? WHERE id = ? AND state IN ('sending', 'unknown')`, sid, id)
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
	if err != nil {
		return err
	}
	first, err := s.ledger.start(ctx, d.ID)
	if err != nil {
		return err
	}
	if !first {
		return s.ledger.doubt(ctx, d.ID)
	}
	sid, err := s.text(d)
	if err != nil {
		return s.ledger.doubt(context.WithoutCancel(ctx), d.ID)
	}
	return s.ledger.sent(ctx, d.ID, sid)
}

func (s *sender) text(d delivery) (string, error) {
	params := &twilio.CreateMessageParams{}
	params.SetTo(d.Phone)
	params.SetBody(d.Text)
	m, err := s.api.CreateMessage(params)
	if err != nil {
		return "", err
	}
	return *m.Sid, nil
}
