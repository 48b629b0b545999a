// Package accounts opens accounts under a name. Whoever tries again after an error is told that the name is taken, by himself.
package accounts

import (
	"context"
	"database/sql"
	"errors"
	"net/smtp"

	"github.com/go-sql-driver/mysql"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// ErrTaken says that somebody else has the name.
var ErrTaken = errors.New("the name is taken")

// club has members.
type club struct {
	db   *sql.DB
	host string
	auth smtp.Auth
}

// join cannot be finished by a second attempt: the letter with the code never arrives.
func (c *club) join(ctx context.Context, name, to, code string) error {
	if err := c.insert(ctx, name, code); err != nil {
		return err
	}
	return smtp.SendMail(c.host, c.auth, "club@example.org", []string{to}, []byte(code))
}

func (c *club) insert(ctx context.Context, name, code string) error {
	_, err := c.db.ExecContext(ctx, `insert into club_members (name, code) values (?, ?)`, name, code) // want "IDV311: .*club_members"
	var dup *mysql.MySQLError
	if errors.As(err, &dup) && dup.Number == 1062 {
		return ErrTaken
	}
	return err
}

// streets gives each house a number; the house's own table is filled afterwards, in a transaction of its own.
type streets struct{ pool *pgxpool.Pool }

func (s *streets) build(ctx context.Context, street string, number int, rooms []string) error {
	_, err := s.pool.Exec(ctx, `insert into houses (street, number) values ($1, $2)`, street, number) // want "IDV311: .*houses"
	var dup *pgconn.PgError
	if errors.As(err, &dup) && dup.Code == "23505" {
		return ErrTaken
	}
	if err != nil {
		return err
	}
	return pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		for i, room := range rooms {
			_, err := tx.Exec(ctx, `insert into rooms (street, number, room, use) values ($1, $2, $3, $4)
				on conflict (street, number, room) do update set use = excluded.use`, street, number, i, room)
			if err != nil {
				return err
			}
		}
		return nil
	})
}
