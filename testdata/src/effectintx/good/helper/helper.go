// Package helper writes the mail into an outbox, in the transaction that a method hides, and sends from there.
package helper

import (
	"context"
	"errors"
	"strconv"

	"github.com/jmoiron/sqlx"
	"github.com/resend/resend-go/v2"
)

// letter is a row of club_mails.
type letter struct {
	ID      int64  `db:"id"`
	Address string `db:"address"`
}

// club has members.
type club struct {
	db     *sqlx.DB
	resend *resend.Client
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
		if err := c.welcome(ctx, tx, address); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `INSERT INTO lockers (member) VALUES (?)`, name)
		return err
	})
}

// welcome asks for a mail. If the member is not stored, nobody is asked.
func (c *club) welcome(ctx context.Context, tx *sqlx.Tx, address string) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO club_mails (address) VALUES (?)`, address)
	return err
}

// relay sends what was asked for.
func (c *club) relay(ctx context.Context) error {
	var waiting []letter
	if err := c.db.SelectContext(ctx, &waiting, `SELECT id, address FROM club_mails WHERE sent IS NULL ORDER BY id LIMIT 20`); err != nil {
		return err
	}
	var errs []error
	for _, l := range waiting {
		errs = append(errs, c.send(ctx, l))
	}
	return errors.Join(errs...)
}

func (c *club) send(ctx context.Context, l letter) error {
	_, err := c.resend.Emails.SendWithOptions(ctx,
		&resend.SendEmailRequest{From: "club@example.com", To: []string{l.Address}, Subject: "Welcome", Text: "Bring shoes."},
		&resend.SendEmailOptions{IdempotencyKey: "club-mail-" + strconv.FormatInt(l.ID, 10)})
	if err != nil {
		return err
	}
	_, err = c.db.ExecContext(ctx, `UPDATE club_mails SET sent = now() WHERE id = ?`, l.ID)
	return err
}
