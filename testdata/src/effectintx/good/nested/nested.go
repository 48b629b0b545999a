// Package nested has inner transactions that write, and nothing else. What is to be published is a row like the others.
package nested

import (
	"context"
	"errors"

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

// Cancelled is a row of cancelled_events, the outbox.
type Cancelled struct {
	Ticket string `gorm:"primaryKey"`
	Sent   bool
}

// TableName names the table.
func (Cancelled) TableName() string { return "cancelled_events" }

// theatre sells tickets.
type theatre struct {
	db *gorm.DB
	js jetstream.JetStream
}

// cancelShow cancels all tickets or none.
func (t *theatre) cancelShow(ctx context.Context, show string, tickets []string) error {
	return t.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		for _, id := range tickets {
			if err := t.cancel(tx, id); err != nil {
				return err
			}
		}
		return tx.Exec("UPDATE shows SET state = 'cancelled' WHERE id = ?", show).Error
	})
}

func (t *theatre) cancel(db *gorm.DB, id string) error {
	return db.Transaction(func(tx *gorm.DB) error {
		res := tx.Model(&Ticket{}).Where("id = ? AND state = ?", id, "sold").Update("state", "cancelled")
		if res.Error != nil || res.RowsAffected == 0 {
			return res.Error
		}
		return tx.Create(&Cancelled{Ticket: id}).Error
	})
}

func (t *theatre) relay(ctx context.Context) error {
	var waiting []Cancelled
	if err := t.db.WithContext(ctx).Where("sent = ?", false).Find(&waiting).Error; err != nil {
		return err
	}
	var errs []error
	for _, c := range waiting {
		_, err := t.js.Publish(ctx, "tickets.cancelled", []byte(c.Ticket), jetstream.WithMsgID("cancelled-"+c.Ticket))
		if err == nil {
			err = t.db.WithContext(ctx).Model(&Cancelled{}).Where("ticket = ?", c.Ticket).Update("sent", true).Error
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}
