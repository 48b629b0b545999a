// Package helper hides the transaction in a method, and the mail in another.
package helper

import (
	"context"
	"errors"

	"github.com/jmoiron/sqlx"
	"github.com/wneessen/go-mail"
)

// club has members.
type club struct {
	db   *sqlx.DB
	smtp *mail.Client
}

func (c *club) inTx(ctx context.Context, work func(*sqlx.Tx) error) error {
	tx, err := c.db.BeginTxx(ctx, nil)
	if err != nil {
		return err
	}
	if err := work(tx); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}

func (c *club) join(ctx context.Context, name, address string) error {
	return c.inTx(ctx, func(tx *sqlx.Tx) error {
		if _, err := tx.ExecContext(ctx, `INSERT INTO members (name, address) VALUES (?, ?)`, name, address); err != nil {
			return err
		}
		if err := c.welcome(ctx, address); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `INSERT INTO lockers (member) VALUES (?)`, name)
		return err
	})
}

func (c *club) welcome(ctx context.Context, address string) error {
	m := mail.NewMsg()
	if err := m.FromFormat("Club", "club@example.com"); err != nil {
		return err
	}
	if err := m.To(address); err != nil {
		return err
	}
	m.Subject("Welcome")
	m.SetBodyString(mail.TypeTextPlain, "Bring shoes.")
	return c.smtp.DialAndSendWithContext(ctx, m) // want "IDV502: .*DialAndSendWithContext"
}
