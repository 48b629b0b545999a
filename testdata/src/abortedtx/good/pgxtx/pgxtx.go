// Package pgxtx ends a transaction of pgx that has failed, or does not let it fail.
package pgxtx

import (
	"context"
	"errors"
	"log/slog"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// stars is a catalogue of variable stars.
type stars struct{ pool *pgxpool.Pool }

// add forgives outside of the closure: by then the transaction has been rolled back.
func (s *stars) add(ctx context.Context, name, class string) error {
	err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `UPDATE star_classes SET used = true WHERE class = $1`, class); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `INSERT INTO stars (name, class) VALUES ($1, $2)`, name, class)
		return err
	})
	var pg *pgconn.PgError
	if errors.As(err, &pg) && pg.Code == "23505" {
		return nil
	}
	return err
}

type reading struct {
	Star      string
	Night     string
	Magnitude float64
}

// load has a transaction for each reading, so that a double one spoils nothing but itself.
func (s *stars) load(ctx context.Context, night []reading) (skipped int, err error) {
	for _, r := range night {
		switch err := s.one(ctx, r); {
		case sqlState(err) == "23505":
			slog.Warn("double reading", "star", r.Star, "night", r.Night)
			skipped++
		case err != nil:
			return skipped, err
		}
	}
	return skipped, nil
}

func (s *stars) one(ctx context.Context, r reading) error {
	tx, err := s.pool.Begin(ctx)
	if err != nil {
		return err
	}
	defer tx.Rollback(ctx)
	if _, err := tx.Exec(ctx, `INSERT INTO readings (star, night, magnitude) VALUES ($1, $2, $3)`, r.Star, r.Night, r.Magnitude); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `UPDATE stars SET last_night = greatest(last_night, $2) WHERE name = $1`, r.Star, r.Night); err != nil {
		return err
	}
	return tx.Commit(ctx)
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

// observer gets no row when the name is there: that is an answer, not an error.
func (u *unit) observer(ctx context.Context, name string) (id int64, err error) {
	err = u.tx.QueryRow(ctx, `INSERT INTO observers (name) VALUES ($1) ON CONFLICT (name) DO NOTHING RETURNING id`, name).Scan(&id)
	if errors.Is(err, pgx.ErrNoRows) {
		err = u.tx.QueryRow(ctx, `SELECT id FROM observers WHERE name = $1`, name).Scan(&id)
	}
	return id, err
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
	if _, err := tx.Exec(ctx, `INSERT INTO log_entries (observer, body) VALUES ($1, $2)`, id, text); err != nil {
		return err
	}
	return tx.Commit(ctx)
}

// classify does without a transaction when the first is lost.
func (s *stars) classify(ctx context.Context, name, class string) error {
	tx, err := s.pool.Begin(ctx)
	if err != nil {
		return err
	}
	defer tx.Rollback(ctx)
	_, err = tx.Exec(ctx, `INSERT INTO star_classes (class) VALUES ($1)`, class)
	if sqlState(err) == "23505" {
		if err := tx.Rollback(ctx); err != nil {
			return err
		}
		_, err = s.pool.Exec(ctx, `UPDATE stars SET class = $2 WHERE name = $1`, name, class)
		return err
	}
	if err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `UPDATE stars SET class = $2 WHERE name = $1`, name, class); err != nil {
		return err
	}
	return tx.Commit(ctx)
}
