// Package innocent inserts without looking at the outcome where nothing depends on it.
package innocent

import (
	"context"
	"database/sql"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// seed fills a table of reference data at the start of every server.
func seed(ctx context.Context, db *sql.DB, countries map[string]string) error {
	for code, name := range countries {
		if _, err := db.ExecContext(ctx, `INSERT INTO countries (code, name) VALUES ($1, $2) ON CONFLICT DO NOTHING`, code, name); err != nil {
			return err
		}
	}
	_, err := db.ExecContext(ctx, `INSERT INTO roles (name) VALUES ('admin'), ('guest') ON CONFLICT DO NOTHING`)
	return err
}

// like is a join row: it is there or not.
func like(ctx context.Context, db *sql.DB, user, photo string) error {
	_, err := db.ExecContext(ctx, `INSERT INTO likes (user_id, photo) VALUES ($1, $2) ON CONFLICT (user_id, photo) DO NOTHING`, user, photo)
	return err
}

// tag names a photo by words. The words are shared, and only have to be there before the join row.
func tag(ctx context.Context, db *pgxpool.Pool, photo string, words []string) error {
	return pgx.BeginFunc(ctx, db, func(tx pgx.Tx) error {
		for _, w := range words {
			if _, err := tx.Exec(ctx, `INSERT INTO words (word) VALUES ($1) ON CONFLICT DO NOTHING`, w); err != nil {
				return err
			}
			if _, err := tx.Exec(ctx, `INSERT INTO photo_words (photo, word) VALUES ($1, $2) ON CONFLICT DO NOTHING`, photo, w); err != nil {
				return err
			}
		}
		return nil
	})
}

// deposit makes sure that there is an account to add to. The row that it ensures stands for the account, not for this deposit.
func deposit(ctx context.Context, db *pgxpool.Pool, account string, cents int64) error {
	return pgx.BeginFunc(ctx, db, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `INSERT INTO accounts (id, cents) VALUES ($1, 0) ON CONFLICT (id) DO NOTHING`, account); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `UPDATE accounts SET cents = cents + $2 WHERE id = $1`, account, cents)
		return err
	})
}

// profile sets what is behind the ignored insert to a value that does not depend on how often.
func profile(ctx context.Context, db *pgxpool.Pool, user, city string) error {
	return pgx.BeginFunc(ctx, db, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `INSERT INTO profiles (user_id) VALUES ($1) ON CONFLICT (user_id) DO NOTHING`, user); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `UPDATE profiles SET city = $2 WHERE user_id = $1`, user, city); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `INSERT INTO cities (name) VALUES ($1) ON CONFLICT (name) DO UPDATE SET seen_at = now()`, city)
		return err
	})
}
