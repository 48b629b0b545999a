// Package announce keeps notes in a table, and publishes them from there.
package announce

import (
	"context"
	"errors"

	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/jmoiron/sqlx"
)

// Board has a topic and a table.
type Board struct {
	pub   message.Publisher
	topic string
}

// New wires a Board.
func New(pub message.Publisher, topic string) *Board { return &Board{pub: pub, topic: topic} }

// Pin stores a note under an id.
func (b *Board) Pin(ctx context.Context, tx *sqlx.Tx, id, text string) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO board_notes (id, body) VALUES (?, ?)`, id, text)
	return err
}

type note struct {
	ID   string `db:"id"`
	Body string `db:"body"`
}

// Publish publishes what is pinned.
func (b *Board) Publish(ctx context.Context, db *sqlx.DB) error {
	var pinned []note
	if err := db.SelectContext(ctx, &pinned, `SELECT id, body FROM board_notes WHERE published = 0`); err != nil {
		return err
	}
	var errs []error
	for _, n := range pinned {
		err := b.pub.Publish(b.topic, message.NewMessage(n.ID, []byte(n.Body)))
		if err == nil {
			_, err = db.ExecContext(ctx, `UPDATE board_notes SET published = 1 WHERE id = ?`, n.ID)
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}
