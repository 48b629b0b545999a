// Package otherdbs is about databases that undo a failed statement alone, and let the transaction go on.
package otherdbs

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	"github.com/go-sql-driver/mysql"
	"github.com/jmoiron/sqlx"
)

// seeds lives in MySQL.
type seeds struct{ db *sqlx.DB }

type seed struct {
	Bag   string `db:"bag"`
	Plant string `db:"plant"`
}

func (s *seeds) sow(ctx context.Context, bag, plant, bed string) error {
	tx, err := s.db.BeginTxx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	_, err = tx.NamedExecContext(ctx, `INSERT INTO seed_bags (bag, plant) VALUES (:bag, :plant)`, seed{bag, plant})
	var my *mysql.MySQLError
	if err != nil && !(errors.As(err, &my) && my.Number == 1062) {
		return err
	}
	if _, err := tx.ExecContext(ctx, `INSERT INTO sowings (bag, bed) VALUES (?, ?)`, bag, bed); err != nil {
		return err
	}
	return tx.Commit()
}

// tools lives in SQLite.
type tools struct{ db *sql.DB }

func (t *tools) borrow(ctx context.Context, gardener string, names []string) error {
	tx, err := t.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	for _, name := range names {
		_, err := tx.ExecContext(ctx, `INSERT INTO borrowed (tool, gardener) VALUES (?, ?)`, name, gardener)
		if isUnique(err) {
			continue
		}
		if err != nil {
			return err
		}
	}
	return tx.Commit()
}

func isUnique(err error) bool {
	return err != nil && strings.HasPrefix(err.Error(), "UNIQUE constraint failed")
}
