// Package logged writes down that a key was there already, and does not go on.
package logged

import (
	"context"
	"database/sql"
	"errors"
	"log"

	"github.com/go-sql-driver/mysql"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

var errThere = errors.New("there already")

type receipts struct{ db *pgxpool.Pool }

// add says by an error of its own that the receipt is there. The statement writes the note for the warehouse as well.
func (r receipts) add(ctx context.Context, order string, cents int64) error {
	_, err := r.db.Exec(ctx, `WITH new AS (INSERT INTO receipts (order_id, cents) VALUES ($1, $2) RETURNING order_id) INSERT INTO to_pack (order_id) SELECT order_id FROM new`, order, cents)
	var pg *pgconn.PgError
	if errors.As(err, &pg) && pg.Code == "23505" {
		return errThere
	}
	return err
}

type shop struct{ receipts receipts }

func (s *shop) paid(ctx context.Context, order string, cents int64) error {
	err := s.receipts.add(ctx, order, cents)
	if errors.Is(err, errThere) {
		log.Printf("order %s has a receipt already", order)
		return nil
	}
	return err
}

func isDuplicate(err error) bool {
	var my *mysql.MySQLError
	return errors.As(err, &my) && my.Number == 1062
}

type referrals struct{ db *sql.DB }

func (r *referrals) reward(ctx context.Context, friend, customer string) error {
	tx, err := r.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	_, err = tx.ExecContext(ctx, "INSERT INTO referrals (friend, customer) VALUES (?, ?)", friend, customer)
	switch {
	case isDuplicate(err):
		log.Printf("%s was referred before", customer)
		return nil
	case err != nil:
		return err
	}
	if _, err := tx.ExecContext(ctx, "UPDATE accounts SET points = points + 100 WHERE id = ?", friend); err != nil {
		return err
	}
	return tx.Commit()
}
