// Package rows keeps the book in PostgreSQL.
package rows

import (
	"context"
	"database/sql"
	"errors"

	"example.com/cases/link/guardbehind/good/doors"
)

// Issued implements doors.Cards.
type Issued struct{ DB *sql.DB }

// Wall implements doors.Hooks.
type Wall struct{ DB *sql.DB }

// Bar implements doors.Tabs.
type Bar struct{ DB *sql.DB }

type page struct{ tx *sql.Tx }

// Person looks a card up; nobody is the empty name.
func (i *Issued) Person(ctx context.Context, number string) (string, error) {
	return name(i.DB.QueryRowContext(ctx, `SELECT person FROM hall_cards WHERE number = $1`, number))
}

// Rope looks a hook up.
func (w *Wall) Rope(ctx context.Context, hook string) (string, error) {
	return name(w.DB.QueryRowContext(ctx, `SELECT rope FROM hall_hooks WHERE hook = $1`, hook))
}

func name(row *sql.Row) (s string, err error) {
	if err = row.Scan(&s); errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return s, err
}

// Within opens a transaction.
func (b *Bar) Within(ctx context.Context, do func(t doors.Tab) error) error {
	tx, err := b.DB.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := do(&page{tx: tx}); err != nil {
		return err
	}
	return tx.Commit()
}

// SetOwed writes what a person owes.
func (p *page) SetOwed(ctx context.Context, person string, cents int64) error {
	_, err := p.tx.ExecContext(ctx, `UPDATE hall_tabs SET cents = $2 WHERE person = $1`, person, cents)
	return err
}
