// Package mailer keeps mails that are to be sent, and sends each once.
package mailer

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/resend/resend-go/v2"
)

// Mailer has a table and a provider.
type Mailer struct {
	pool   *pgxpool.Pool
	resend *resend.Client
}

// New wires a Mailer.
func New(pool *pgxpool.Pool, r *resend.Client) *Mailer { return &Mailer{pool: pool, resend: r} }

// Ask stores a mail under its name. To ask twice is to ask once.
func (m *Mailer) Ask(ctx context.Context, name, to, subject, text string) error {
	_, err := m.pool.Exec(ctx, `insert into mails (name, recipient, subject, body) values ($1, $2, $3, $4) on conflict (name) do nothing`, name, to, subject, text)
	return err
}

type waiting struct{ Name, Recipient, Subject, Body string }

// Relay sends what is waiting.
func (m *Mailer) Relay(ctx context.Context) error {
	rows, err := m.pool.Query(ctx, `select name, recipient, subject, body from mails where sent is null`)
	if err != nil {
		return err
	}
	all, err := pgx.CollectRows(rows, pgx.RowToStructByName[waiting])
	if err != nil {
		return err
	}
	var errs []error
	for _, w := range all {
		errs = append(errs, m.send(ctx, w))
	}
	return errors.Join(errs...)
}

func (m *Mailer) send(ctx context.Context, w waiting) error {
	_, err := m.resend.Emails.SendWithOptions(ctx,
		&resend.SendEmailRequest{From: "shop@example.com", To: []string{w.Recipient}, Subject: w.Subject, Text: w.Body},
		&resend.SendEmailOptions{IdempotencyKey: w.Name})
	if err != nil {
		return err
	}
	_, err = m.pool.Exec(ctx, `update mails set sent = now() where name = $1`, w.Name)
	return err
}
