// Package resumes has steps that only the run takes which made the row.
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

// count is for the statistics.
func (f *ferry) count(ctx context.Context) error {
	_, err := f.db.ExecContext(ctx, `UPDATE ferry_counts SET repeats = repeats + 1`)
	return err
}

// book only counts what is there already.
func (f *ferry) book(ctx context.Context, booking string, seats int) error {
	res, err := f.db.ExecContext(ctx, `INSERT INTO crossings (booking, seats) VALUES ($1, $2) ON CONFLICT (booking) DO NOTHING`, booking, seats) // want "IDV311: .*crossings"
	if err != nil {
		return err
	}
	n, err := res.RowsAffected()
	if err != nil {
		return err
	}
	if n == 0 {
		return f.count(ctx)
	}
	return f.announce(ctx, booking)
}

var errTaken = errors.New("the cabin is taken")

// reserve is not content with any row that is there.
func (f *ferry) reserve(ctx context.Context, cabin, guest string) error {
	res, err := f.db.ExecContext(ctx, `INSERT INTO cabins (cabin, guest) VALUES ($1, $2) ON CONFLICT (cabin) DO NOTHING`, cabin, guest) // want "IDV311: .*cabins"
	if err != nil {
		return err
	}
	n, err := res.RowsAffected()
	if err != nil {
		return err
	}
	if n == 0 {
		return errTaken
	}
	return nil
}

func (f *ferry) embark(ctx context.Context, cabin, guest string) error {
	if err := f.reserve(ctx, cabin, guest); err != nil {
		return err
	}
	return f.announce(ctx, cabin)
}
