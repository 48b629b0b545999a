package postgres

import (
	"context"
	"encoding/json"

	"example.com/cases/tapped-twice/broken/domain"
)

// Ledger is the table of entries.
type Ledger struct{ db querier }

// Post books an entry. Whoever calls it has claimed what the entry is about in the same transaction.
func (l Ledger) Post(ctx context.Context, entry, account string, cents int64) error {
	_, err := l.db.Exec(ctx, `INSERT INTO ledger_entries (entry_id, account, cents) VALUES ($1, $2, $3)`, entry, account, cents)
	return err
}

// Outbox is the table of events that are to be sent.
type Outbox struct{ db querier }

// Add stores an event.
func (o Outbox) Add(ctx context.Context, ev domain.Event) error {
	payload, err := json.Marshal(ev)
	if err != nil {
		return err
	}
	_, err = o.db.Exec(ctx, `INSERT INTO outbox (event_id, payload) VALUES ($1, $2) ON CONFLICT (event_id) DO NOTHING`, ev.ID, payload)
	return err
}

// Unsent lists the oldest events that are not marked. The time of an event is when it was stored.
func (o Outbox) Unsent(ctx context.Context, limit int) ([]domain.Event, error) {
	rows, err := o.db.Query(ctx, `SELECT payload, created_at FROM outbox WHERE sent_at IS NULL ORDER BY created_at LIMIT $1`, limit)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var events []domain.Event
	for rows.Next() {
		var payload []byte
		var ev domain.Event
		if err := rows.Scan(&payload, &ev.At); err != nil {
			return nil, err
		}
		if err := json.Unmarshal(payload, &ev); err != nil {
			return nil, err
		}
		events = append(events, ev)
	}
	return events, rows.Err()
}

// MarkSent marks an event.
func (o Outbox) MarkSent(ctx context.Context, id string) error {
	_, err := o.db.Exec(ctx, `UPDATE outbox SET sent_at = now() WHERE event_id = $1 AND sent_at IS NULL`, id)
	return err
}
