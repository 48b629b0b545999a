// Package logged writes down that a key was there already, and goes on.
package logged

import (
	"context"
	"database/sql"
	"errors"
	"log"

	"github.com/go-sql-driver/mysql"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/segmentio/kafka-go"
)

type receipts struct{ db *pgxpool.Pool }

// add treats a receipt that is there as added.
func (r receipts) add(ctx context.Context, order string, cents int64) error {
	_, err := r.db.Exec(ctx, `INSERT INTO receipts (order_id, cents) VALUES ($1, $2)`, order, cents) // want "IDV308: .*receipts"
	var pg *pgconn.PgError
	if errors.As(err, &pg) && pg.Code == "23505" {
		log.Printf("order %s has a receipt already", order)
		return nil
	}
	return err
}

type shop struct {
	receipts receipts
	stream   *kafka.Writer
}

// paid tells the warehouse to pack, after each report that the order is paid.
func (s *shop) paid(ctx context.Context, order string, cents int64) error {
	if err := s.receipts.add(ctx, order, cents); err != nil {
		return err
	}
	return s.stream.WriteMessages(ctx, kafka.Message{Topic: "pack", Key: []byte(order), Value: []byte(order)})
}

func isDuplicate(err error) bool {
	var my *mysql.MySQLError
	return errors.As(err, &my) && my.Number == 1062
}

type referrals struct{ db *sql.DB }

// reward pays for a new customer, and again for the same one.
func (r *referrals) reward(ctx context.Context, friend, customer string) error {
	tx, err := r.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	_, err = tx.ExecContext(ctx, "INSERT INTO referrals (friend, customer) VALUES (?, ?)", friend, customer) // want "IDV308: .*referrals"
	switch {
	case isDuplicate(err):
		log.Printf("%s was referred before", customer)
	case err != nil:
		return err
	}
	if _, err := tx.ExecContext(ctx, "UPDATE accounts SET points = points + 100 WHERE id = ?", friend); err != nil {
		return err
	}
	return tx.Commit()
}
