// Package stdlib forgives what PostgreSQL forgives too, and ends the transaction where it does not.
package stdlib

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
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

func violates(err error, code pq.ErrorCode) bool {
	var violation *pq.Error
	return errors.As(err, &violation) && violation.Code == code
}

var errKnown = errors.New("there is one with this motif")

// add gives the violation a name; everybody on the way up treats it as an error, and the transaction is rolled back.
func (s *stamps) add(ctx context.Context, code, motif string) error {
	return s.inTx(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, `UPDATE countries SET stamps = stamps + 1 WHERE code = $1`, code); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `INSERT INTO stamps (country, motif) VALUES ($1, $2)`, code, motif)
		if violates(err, "23505") {
			return errKnown
		}
		return err
	})
}

// offer forgives after the transaction is over.
func (s *stamps) offer(ctx context.Context, code, motif string) (bool, error) {
	err := s.add(ctx, code, motif)
	if errors.Is(err, errKnown) {
		return false, nil
	}
	return err == nil, err
}

// give rolls back by hand before it forgives.
func (s *stamps) give(ctx context.Context, giver, motif string) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	_, err = tx.ExecContext(ctx, `INSERT INTO gifts (giver, motif) VALUES ($1, $2)`, giver, motif)
	if violates(err, "23505") {
		return tx.Rollback()
	}
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE givers SET last_gift = $2 WHERE name = $1`, giver, motif); err != nil {
		return err
	}
	return tx.Commit()
}

// describe needs no transaction: each statement stands alone, and so does its failure.
func (s *stamps) describe(ctx context.Context, stamp int64, tags []string) error {
	for _, name := range tags {
		_, err := s.db.ExecContext(ctx, `INSERT INTO stamp_tags (stamp, name) VALUES ($1, $2)`, stamp, name)
		if err != nil && !violates(err, "23505") {
			return err
		}
	}
	return nil
}

// cabinet finds no row, which is no error of the database.
func (s *stamps) cabinet(ctx context.Context, stamp int64, fallback string) (cabinet string, err error) {
	err = s.inTx(ctx, func(tx *sql.Tx) error {
		err := tx.QueryRowContext(ctx, `SELECT cabinet FROM places WHERE stamp = $1`, stamp).Scan(&cabinet)
		if errors.Is(err, sql.ErrNoRows) {
			cabinet, err = fallback, nil
		}
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, `UPDATE stamps SET cabinet = $2 WHERE id = $1`, stamp, cabinet)
		return err
	})
	return cabinet, err
}

// move writes its history beside the transaction. Without an entry nothing is lost but the entry.
func (s *stamps) move(ctx context.Context, stamp int64, cabinet string, changed func(int64) error) error {
	return s.inTx(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, `UPDATE stamps SET cabinet = $2 WHERE id = $1`, stamp, cabinet); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, `UPDATE cabinets SET open = true WHERE name = $1`, cabinet); err != nil {
			return err
		}
		if err := changed(stamp); err != nil {
			log.Printf("stamp %d: drop from the page cache: %v", stamp, err)
		}
		return nil
	})
}

// inspect lets the database skip what is locked.
func (s *stamps) inspect(ctx context.Context, ids []int64) error {
	return s.inTx(ctx, func(tx *sql.Tx) error {
		for _, id := range ids {
			var cabinet string
			err := tx.QueryRowContext(ctx, `SELECT cabinet FROM stamps WHERE id = $1 FOR UPDATE SKIP LOCKED`, id).Scan(&cabinet)
			if err == sql.ErrNoRows {
				continue
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

// label forgives an error of its own making: the statement went well.
func (s *stamps) label(ctx context.Context, stamp int64) error {
	return s.inTx(ctx, func(tx *sql.Tx) error {
		var raw []byte
		if err := tx.QueryRowContext(ctx, `SELECT details FROM stamps WHERE id = $1`, stamp).Scan(&raw); err != nil {
			return err
		}
		var details struct{ Motif string }
		if err := json.Unmarshal(raw, &details); err != nil {
			details.Motif = fmt.Sprintf("no. %d", stamp)
		}
		_, err := tx.ExecContext(ctx, `UPDATE stamps SET label = $2 WHERE id = $1`, stamp, details.Motif)
		return err
	})
}

// swap runs the whole transaction again when the database has stopped it.
func (s *stamps) swap(ctx context.Context, a, b int64) error {
	for range 5 {
		err := s.inTx(ctx, func(tx *sql.Tx) error {
			_, err := tx.ExecContext(ctx, `UPDATE places SET stamp = CASE stamp WHEN $1 THEN $2 ELSE $1 END WHERE stamp IN ($1, $2)`, a, b)
			return err
		})
		if violates(err, "40P01") {
			continue
		}
		return err
	}
	return errors.New("too many deadlocks")
}
