// Package limits holds mistakes that the rule does not see.
package limits

import (
	"context"
	"database/sql"
)

// ledger is implemented in another package, with the pool or with whatever the context has.
type ledger interface {
	Post(ctx context.Context, account string) error
}

func post(ctx context.Context, db *sql.DB, l ledger, account string) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	if _, err := tx.ExecContext(ctx, `UPDATE accounts SET posted = true WHERE id = $1`, account); err != nil {
		return err
	}
	if err := l.Post(ctx, account); err != nil { // miss: IDV507 which handle an implementation in another package uses is not known here
		return err
	}
	return tx.Commit()
}

// begun starts a transaction with statements: no handle stands for it.
func begun(ctx context.Context, db *sql.DB, account string) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "BEGIN"); err != nil {
		return err
	}
	if _, err := conn.ExecContext(ctx, `UPDATE accounts SET posted = true WHERE id = $1`, account); err != nil {
		return err
	}
	if _, err := db.ExecContext(ctx, `UPDATE sums SET fresh = false WHERE account = $1`, account); err != nil { // miss: IDV507 a transaction that is begun by a statement is not recognised
		return err
	}
	_, err = conn.ExecContext(ctx, "COMMIT")
	return err
}
