// Package prepared keeps the statements of a harbour office in fields; a name that is there already is left alone by the statement.
package prepared

import (
	"context"
	"database/sql"
	"errors"
)

type preparer interface {
	PrepareContext(context.Context, string) (*sql.Stmt, error)
}

// statements prepares one after another, and keeps the first error.
type statements struct {
	on  preparer
	err error
}

func (s *statements) of(ctx context.Context, text string) (st *sql.Stmt) {
	if s.err != nil {
		return nil
	}
	st, s.err = s.on.PrepareContext(ctx, text)
	return st
}

type office struct {
	find, add   *sql.Stmt
	hired, hire *sql.Stmt
}

func open(ctx context.Context, db *sql.DB) (*office, error) {
	s := &statements{on: db}
	o := &office{
		find: s.of(ctx, `SELECT id FROM boats WHERE name = $1`),
		add:  s.of(ctx, `INSERT INTO boats (name) VALUES ($1) ON CONFLICT (name) DO NOTHING`),
	}
	if s.err != nil {
		return nil, s.err
	}
	var err error
	if o.hired, err = db.PrepareContext(ctx, `SELECT since FROM pilots WHERE name = $1`); err != nil {
		return nil, err
	}
	if o.hire, err = db.PrepareContext(ctx, `INSERT INTO pilots (name, since) VALUES ($1, now()) ON CONFLICT (name) DO NOTHING`); err != nil {
		return nil, err
	}
	return o, nil
}

func (o *office) enter(ctx context.Context, name string) error {
	var id int64
	err := o.find.QueryRowContext(ctx, name).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		_, err = o.add.ExecContext(ctx, name)
	}
	return err
}

func within(ctx context.Context, tx *sql.Tx, st *sql.Stmt) *sql.Stmt {
	if tx == nil {
		return st
	}
	return tx.StmtContext(ctx, st)
}

func (o *office) employ(ctx context.Context, tx *sql.Tx, name string) error {
	var since string
	err := within(ctx, tx, o.hired).QueryRowContext(ctx, name).Scan(&since)
	if !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	hire := o.hire
	if tx != nil {
		hire = tx.StmtContext(ctx, hire)
	}
	_, err = hire.ExecContext(ctx, name)
	return err
}
