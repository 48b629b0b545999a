// Package stdlib swallows errors inside transactions of database/sql, on PostgreSQL.
package stdlib

import (
	"context"
	"database/sql"
	"errors"
	"log"

	"github.com/lib/pq"
)

// stamps is the collection of a postal museum.
type stamps struct{ db *sql.DB }

func (s *stamps) inTx(ctx context.Context, work func(*sql.Tx) error) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := work(tx); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}

// country makes sure that there is one, in the transaction of somebody else.
func (s *stamps) country(ctx context.Context, tx *sql.Tx, code string) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO countries (code) VALUES ($1)`, code)
	var violation *pq.Error
	if errors.As(err, &violation) && violation.Code.Name() == "unique_violation" {
		return nil // want "IDV303: countries"
	}
	return err
}

func (s *stamps) add(ctx context.Context, code, motif string) error {
	return s.inTx(ctx, func(tx *sql.Tx) error {
		if err := s.country(ctx, tx, code); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `INSERT INTO stamps (country, motif) VALUES ($1, $2)`, code, motif)
		return err
	})
}

// tag returns whether the tag is new; the answer is right, and the transaction that it was asked in is gone.
func tag(ctx context.Context, tx *sql.Tx, name string) (added bool, err error) {
	_, err = tx.ExecContext(ctx, `INSERT INTO stamp_tags (name) VALUES ($1)`, name)
	if violates(err, "23505") {
		return false, nil // want "IDV303: stamp_tags"
	}
	return err == nil, err
}

func (s *stamps) describe(ctx context.Context, stamp int64, tags []string) (added int, err error) {
	err = s.inTx(ctx, func(tx *sql.Tx) error {
		added = 0
		for _, name := range tags {
			isNew, err := tag(ctx, tx, name)
			if err != nil {
				return err
			}
			if isNew {
				added++
			}
			if _, err := tx.ExecContext(ctx, `UPDATE stamps SET tags = array_append(array_remove(tags, $2), $2) WHERE id = $1`, stamp, name); err != nil {
				return err
			}
		}
		return nil
	})
	return added, err
}

func violates(err error, code pq.ErrorCode) bool {
	var violation *pq.Error
	return errors.As(err, &violation) && violation.Code == code
}

// lend takes a missing visitor for no reason to stop: it adds the visitor and tries again, in the same transaction.
func (s *stamps) lend(ctx context.Context, stamp int64, visitor string) error {
	return s.inTx(ctx, func(tx *sql.Tx) error {
		const loan = `INSERT INTO stamp_loans (stamp, visitor) VALUES ($1, $2)`
		_, err := tx.ExecContext(ctx, loan, stamp, visitor)
		if violates(err, "23503") {
			if _, err = tx.ExecContext(ctx, `INSERT INTO visitors (name) VALUES ($1)`, visitor); err != nil { // want "IDV303: stamp_loans"
				return err
			}
			_, err = tx.ExecContext(ctx, loan, stamp, visitor)
		}
		return err
	})
}

// move wants its entry in the history, but not at any price, it says. The price is the whole transaction.
func (s *stamps) move(ctx context.Context, stamp int64, cabinet string) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, `INSERT INTO stamp_history (stamp, what) VALUES ($1, $2)`, stamp, "moved to "+cabinet); err != nil {
		log.Printf("history of stamp %d: %v", stamp, err) // want "IDV303: stamp_history"
	}
	if _, err := tx.ExecContext(ctx, `UPDATE stamps SET cabinet = $2 WHERE id = $1`, stamp, cabinet); err != nil {
		return err
	}
	return tx.Commit()
}

// inspect asks without waiting, and skips what is locked by somebody else.
func (s *stamps) inspect(ctx context.Context, ids []int64) error {
	return s.inTx(ctx, func(tx *sql.Tx) error {
		for _, id := range ids {
			var cabinet string
			err := tx.QueryRowContext(ctx, `SELECT cabinet FROM stamps WHERE id = $1 FOR UPDATE NOWAIT`, id).Scan(&cabinet)
			if violates(err, "55P03") {
				continue // want "IDV303: stamps"
			}
			if err != nil {
				return err
			}
			if _, err := tx.ExecContext(ctx, `UPDATE stamps SET inspected = true WHERE id = $1`, id); err != nil {
				return err
			}
		}
		return nil
	})
}
