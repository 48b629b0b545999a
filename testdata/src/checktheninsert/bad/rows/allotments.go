// Package rows looks for a row and inserts it when there is none; the look and the insert are in different functions.
package rows

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// allotments is the store of a garden association: who rents which plot.
type allotments struct{ db *sql.DB }

func (a *allotments) rented(ctx context.Context, plot string) (bool, error) {
	var yes bool
	err := a.db.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM leases WHERE plot = $1)`, plot).Scan(&yes)
	return yes, err
}

func (a *allotments) add(ctx context.Context, plot, tenant string) error {
	_, err := a.db.ExecContext(ctx, `INSERT INTO leases (plot, tenant) VALUES ($1, $2)`, plot, tenant) // want "IDV301: leases"
	return err
}

// office decides who gets a plot.
type office struct{ store *allotments }

// rent calls two methods of the store; neither is wrong alone.
func (o *office) rent(ctx context.Context, plot, tenant string) error {
	taken, err := o.store.rented(ctx, plot)
	if err != nil {
		return fmt.Errorf("plot %s: %w", plot, err)
	}
	if taken {
		return fmt.Errorf("plot %s is rented", plot)
	}
	return o.store.add(ctx, plot, tenant)
}

// keyring knows which key opens which shed. What is absent is a nil pointer.
type keyring struct{ db *sql.DB }

type shedKey struct {
	Shed, Holder string
}

func (k *keyring) find(ctx context.Context, q *sql.Tx, shed string) (*shedKey, error) {
	var key shedKey
	err := q.QueryRowContext(ctx, "SELECT shed, holder FROM shed_keys WHERE shed = ?", shed).Scan(&key.Shed, &key.Holder)
	if err == sql.ErrNoRows {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return &key, nil
}

// inTx is the only place where transactions begin: the isolation is the database's default, and a look locks nothing.
func (k *keyring) inTx(ctx context.Context, work func(*sql.Tx) error) error {
	tx, err := k.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := work(tx); err != nil {
		return err
	}
	return tx.Commit()
}

func (k *keyring) handOut(ctx context.Context, shed, holder string) (*shedKey, error) {
	var key *shedKey
	err := k.inTx(ctx, func(tx *sql.Tx) (err error) {
		key, err = k.find(ctx, tx, shed)
		if err != nil || key != nil {
			return err
		}
		key = &shedKey{Shed: shed, Holder: holder}
		_, err = tx.ExecContext(ctx, "INSERT INTO shed_keys (shed, holder) VALUES (?, ?)", shed, holder) // want "IDV301: shed_keys"
		return err
	})
	return key, err
}

// errNoMeter is how the store says that there is none.
var errNoMeter = errors.New("no such meter")

// meters reads the water meters. What is absent is an error of its own.
type meters struct{ db *sql.DB }

func (m *meters) byPlot(ctx context.Context, plot string) (serial string, err error) {
	switch err := m.db.QueryRowContext(ctx, `SELECT serial FROM meters WHERE plot = $1`, plot).Scan(&serial); {
	case errors.Is(err, sql.ErrNoRows):
		return "", fmt.Errorf("plot %s: %w", plot, errNoMeter)
	case err != nil:
		return "", fmt.Errorf("plot %s: %v", plot, err)
	}
	return serial, nil
}

func (m *meters) ensure(ctx context.Context, plot, serial string) error {
	_, err := m.byPlot(ctx, plot)
	if errors.Is(err, errNoMeter) {
		return m.install(ctx, plot, serial)
	}
	return err
}

func (m *meters) install(ctx context.Context, plot, serial string) error {
	const add = `INSERT INTO meters (plot, serial) VALUES ($1, $2)`
	stmt, err := m.db.PrepareContext(ctx, add)
	if err != nil {
		return err
	}
	defer stmt.Close()
	_, err = stmt.ExecContext(ctx, plot, serial) // want "IDV301: meters"
	return err
}
