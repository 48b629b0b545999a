// Package accounts opens accounts under a name. What belongs to the account is written with it.
package accounts

import (
	"context"
	"database/sql"
	"errors"

	"github.com/go-sql-driver/mysql"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// ErrTaken says that somebody else has the name.
var ErrTaken = errors.New("the name is taken")

// club has members. A relay sends the letters.
type club struct{ db *sql.DB }

func (c *club) join(ctx context.Context, name, code string) error {
	tx, err := c.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := insert(ctx, tx, name, code); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `insert into letters (id, text) values (?, ?)`, "join/"+name, code); err != nil {
		return err
	}
	return tx.Commit()
}

func insert(ctx context.Context, tx *sql.Tx, name, code string) error {
	_, err := tx.ExecContext(ctx, `insert into club_members (name, code) values (?, ?)`, name, code)
	var dup *mysql.MySQLError
	if errors.As(err, &dup) && dup.Number == 1062 {
		return ErrTaken
	}
	return err
}

// streets builds houses whole.
type streets struct{ pool *pgxpool.Pool }

func (s *streets) build(ctx context.Context, street string, number int, rooms []string) error {
	err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `insert into houses (street, number) values ($1, $2)`, street, number); err != nil {
			return err
		}
		for i, room := range rooms {
			if _, err := tx.Exec(ctx, `insert into rooms (street, number, room, use) values ($1, $2, $3, $4)`, street, number, i, room); err != nil {
				return err
			}
		}
		return nil
	})
	var dup *pgconn.PgError
	if errors.As(err, &dup) && dup.Code == "23505" {
		return ErrTaken
	}
	return err
}
