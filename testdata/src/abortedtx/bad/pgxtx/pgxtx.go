// Package pgxtx swallows errors inside transactions of pgx.
package pgxtx

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// stars is a catalogue of variable stars.
type stars struct{ pool *pgxpool.Pool }

// add says nil to the helper that then commits: pgx answers that the commit became a rollback.
func (s *stars) add(ctx context.Context, name string, class string) error {
	return pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `UPDATE star_classes SET used = true WHERE class = $1`, class); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `INSERT INTO stars (name, class) VALUES ($1, $2)`, name, class)
		var pg *pgconn.PgError
		if errors.As(err, &pg) && pg.Code == "23505" {
			return nil // want "IDV303: stars"
		}
		return err
	})
}

type reading struct {
	Star      string
	Night     string
	Magnitude float64
}

// load takes a whole night in one transaction; the first duplicate spoils the rest of it.
func (s *stars) load(ctx context.Context, night []reading) (skipped int, err error) {
	tx, err := s.pool.Begin(ctx)
	if err != nil {
		return 0, err
	}
	defer tx.Rollback(ctx)
	for _, r := range night {
		_, err := tx.Exec(ctx, `INSERT INTO readings (star, night, magnitude) VALUES ($1, $2, $3)`, r.Star, r.Night, r.Magnitude)
		switch {
		case err == nil:
		case sqlState(err) == "23505":
			slog.Warn("double reading", "star", r.Star, "night", r.Night) // want "IDV303: readings"
			skipped++
		default:
			return 0, fmt.Errorf("star %s: %w", r.Star, err)
		}
	}
	return skipped, tx.Commit(ctx)
}

func sqlState(err error) string {
	var s interface{ SQLState() string }
	if errors.As(err, &s) {
		return s.SQLState()
	}
	return ""
}

// unit carries the transaction for a whole use case.
type unit struct{ tx pgx.Tx }

func (u *unit) observer(ctx context.Context, name string) (id int64, err error) {
	err = u.tx.QueryRow(ctx, `INSERT INTO observers (name) VALUES ($1) RETURNING id`, name).Scan(&id)
	if err == nil {
		return id, nil
	}
	if sqlState(err) != "23505" {
		return 0, err
	}
	err = u.tx.QueryRow(ctx, `SELECT id FROM observers WHERE name = $1`, name).Scan(&id) // want "IDV303: observers"
	return id, err
}

func (u *unit) log(ctx context.Context, observer int64, text string) error {
	_, err := u.tx.Exec(ctx, `INSERT INTO log_entries (observer, body) VALUES ($1, $2)`, observer, text)
	return err
}

func (s *stars) note(ctx context.Context, name, text string) error {
	tx, err := s.pool.Begin(ctx)
	if err != nil {
		return err
	}
	defer tx.Rollback(ctx)
	u := &unit{tx: tx}
	id, err := u.observer(ctx, name)
	if err != nil {
		return err
	}
	if err := u.log(ctx, id, text); err != nil {
		return err
	}
	return tx.Commit(ctx)
}
