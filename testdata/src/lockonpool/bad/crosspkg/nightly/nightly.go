// Package nightly uses the lock of another package, as it was meant to be used.
package nightly

import (
	"context"
	"database/sql"
	"errors"

	"example.com/cases/lockonpool/bad/crosspkg/locks"
)

// Run does the work of a night, on one host.
func Run(ctx context.Context, db *sql.DB, work func(context.Context) error) (err error) {
	l := &locks.Advisory{DB: db, Key: 2300}
	if err := l.Lock(ctx); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, l.Unlock(context.WithoutCancel(ctx))) }()
	return work(ctx)
}
