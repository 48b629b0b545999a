// Package rows looks first, for a friendly answer, and takes the violation of a unique index for what it is.
package rows

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/go-sql-driver/mysql"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/lib/pq"
)

var errRented = errors.New("the plot is rented")

// allotments is the store of a garden association: who rents which plot.
type allotments struct{ db *sql.DB }

func (a *allotments) rented(ctx context.Context, plot string) (bool, error) {
	var yes bool
	err := a.db.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM leases WHERE plot = $1)`, plot).Scan(&yes)
	return yes, err
}

// add is the place where the race is decided, in the driver's own terms.
func (a *allotments) add(ctx context.Context, plot, tenant string) error {
	_, err := a.db.ExecContext(ctx, `INSERT INTO leases (plot, tenant) VALUES ($1, $2)`, plot, tenant)
	var pg *pgconn.PgError
	if errors.As(err, &pg) && pg.Code == "23505" {
		return errRented
	}
	return err
}

func (a *allotments) rent(ctx context.Context, plot, tenant string) error {
	taken, err := a.rented(ctx, plot)
	if err != nil {
		return err
	}
	if taken {
		return errRented
	}
	return a.add(ctx, plot, tenant)
}

// sheds runs on another driver.
type sheds struct{ db *sql.DB }

func (s *sheds) find(ctx context.Context, shed string) (holder string, err error) {
	err = s.db.QueryRowContext(ctx, `SELECT holder FROM shed_keys WHERE shed = $1`, shed).Scan(&holder)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return holder, err
}

// handOut looks again after the insert was refused: whoever won is the holder.
func (s *sheds) handOut(ctx context.Context, shed, holder string) (string, error) {
	got, err := s.find(ctx, shed)
	if err != nil || got != "" {
		return got, err
	}
	_, err = s.db.ExecContext(ctx, `INSERT INTO shed_keys (shed, holder) VALUES ($1, $2)`, shed, holder)
	var violation *pq.Error
	if errors.As(err, &violation) && violation.Code == "23505" {
		return s.find(ctx, shed)
	}
	return holder, err
}

// meters hands the refusal up; whoever asked for the meter decides.
type meters struct{ db *sql.DB }

func (m *meters) installed(ctx context.Context, plot string) (bool, error) {
	var n int
	err := m.db.QueryRowContext(ctx, `SELECT COUNT(*) FROM meters WHERE plot = ?`, plot).Scan(&n)
	return n > 0, err
}

func (m *meters) install(ctx context.Context, plot, serial string) error {
	if _, err := m.db.ExecContext(ctx, `INSERT INTO meters (plot, serial) VALUES (?, ?)`, plot, serial); err != nil {
		return fmt.Errorf("meter %s: %w", serial, err)
	}
	return nil
}

// plumber is the caller that knows what a duplicate means.
type plumber struct{ meters *meters }

func (p *plumber) visit(ctx context.Context, plot, serial string) error {
	there, err := p.meters.installed(ctx, plot)
	if err != nil || there {
		return err
	}
	if err := p.meters.install(ctx, plot, serial); err != nil && !duplicate(err) {
		return err
	}
	return nil
}

func duplicate(err error) bool {
	var my *mysql.MySQLError
	return errors.As(err, &my) && my.Number == 1062
}
