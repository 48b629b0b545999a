// Package resumes has steps that are taken by whoever comes, whether the row is new or not: nobody is kept out of them.
package resumes

import (
	"context"
	"database/sql"
	"errors"

	"github.com/nats-io/nats.go/jetstream"
)

// ferry books crossings.
type ferry struct {
	db *sql.DB
	js jetstream.JetStream
}

func (f *ferry) announce(ctx context.Context, booking string) error {
	_, err := f.js.Publish(ctx, "ferry.booked", []byte(booking), jetstream.WithMsgID(booking))
	return err
}

// book announces what is there already once more, under the same id.
func (f *ferry) book(ctx context.Context, booking string, seats int) error {
	res, err := f.db.ExecContext(ctx, `INSERT INTO crossings (booking, seats) VALUES ($1, $2) ON CONFLICT (booking) DO NOTHING`, booking, seats)
	if err != nil {
		return err
	}
	n, err := res.RowsAffected()
	if err != nil {
		return err
	}
	if n == 0 {
		return f.announce(ctx, booking)
	}
	return f.announce(ctx, booking)
}

var errTaken = errors.New("the cabin has another guest")

// reserve is content with a row that says the same.
func (f *ferry) reserve(ctx context.Context, cabin, guest string) error {
	res, err := f.db.ExecContext(ctx, `INSERT INTO cabins (cabin, guest) VALUES ($1, $2) ON CONFLICT (cabin) DO NOTHING`, cabin, guest)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 1 {
		return err
	}
	var has string
	if err := f.db.QueryRowContext(ctx, `SELECT guest FROM cabins WHERE cabin = $1`, cabin).Scan(&has); err != nil {
		return err
	}
	if has != guest {
		return errTaken
	}
	return nil
}

// embark goes on for the guest of the row, in each attempt.
func (f *ferry) embark(ctx context.Context, cabin, guest string) error {
	if err := f.reserve(ctx, cabin, guest); err != nil {
		return err
	}
	return f.announce(ctx, cabin)
}
