// Package nested has a method that commits before it sends, and is called from a transaction that is still open.
package nested

import (
	"context"

	"github.com/nats-io/nats.go/jetstream"
	"gorm.io/gorm"
)

// Ticket is a row of tickets.
type Ticket struct {
	ID    string
	State string
}

// TableName names the table.
func (Ticket) TableName() string { return "tickets" }

// theatre sells tickets.
type theatre struct {
	db *gorm.DB
	js jetstream.JetStream
}

// cancelShow cancels all tickets or none.
func (t *theatre) cancelShow(ctx context.Context, tickets []string) error {
	return t.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		for _, id := range tickets {
			if err := t.cancel(ctx, tx, id); err != nil {
				return err
			}
		}
		return tx.Exec("UPDATE shows SET state = 'cancelled' WHERE id = (SELECT show_id FROM tickets WHERE id = ?)", tickets[0]).Error
	})
}

// cancel looks as if it were right: the inner transaction is over. It is a savepoint of the outer one.
func (t *theatre) cancel(ctx context.Context, db *gorm.DB, id string) error {
	err := db.Transaction(func(tx *gorm.DB) error {
		if err := tx.Model(&Ticket{}).Where("id = ?", id).Update("state", "cancelled").Error; err != nil {
			return err
		}
		return tx.Exec("DELETE FROM seats WHERE ticket = ?", id).Error
	})
	if err != nil {
		return err
	}
	_, err = t.js.Publish(ctx, "tickets.cancelled", []byte(id), jetstream.WithMsgID("cancelled-"+id)) // want "IDV502: .*Publish"
	return err
}
