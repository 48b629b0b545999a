package postgres

import (
	"context"

	"example.com/cases/tapped-twice/broken/domain"
)

// Notices is the table of what buyers are to be told.
type Notices struct{ db querier }

// Plan stores a notice that is to be sent.
func (s Notices) Plan(ctx context.Context, n domain.Notice) error {
	_, err := s.db.Exec(ctx, `INSERT INTO notices (event_id, channel, buyer_id, payment_id, body) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (event_id, channel) DO NOTHING`, n.Event, n.Channel, n.Buyer, n.Payment, n.Text)
	return err
}

// Pending lists the notices of an event that are not marked.
func (s Notices) Pending(ctx context.Context, event string) ([]domain.Notice, error) {
	rows, err := s.db.Query(ctx, `SELECT event_id, channel, buyer_id, payment_id, body FROM notices
		WHERE event_id = $1 AND state = 'PENDING'`, event)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var open []domain.Notice
	for rows.Next() {
		var n domain.Notice
		if err := rows.Scan(&n.Event, &n.Channel, &n.Buyer, &n.Payment, &n.Text); err != nil {
			return nil, err
		}
		open = append(open, n)
	}
	return open, rows.Err()
}

// MarkSent marks a notice.
func (s Notices) MarkSent(ctx context.Context, event, channel string) error {
	_, err := s.db.Exec(ctx, `UPDATE notices SET state = 'SENT' WHERE event_id = $1 AND channel = $2 AND state = 'PENDING'`, event, channel)
	return err
}
