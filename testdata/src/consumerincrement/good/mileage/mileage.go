// Package mileage adds each trip once: the id of the trip is inserted in the transaction that adds, and nothing is added if it was there.
package mileage

import (
	"context"
	"database/sql"
	"encoding/json"

	"github.com/segmentio/kafka-go"
)

// Trip is what a rental car tells when it is parked.
type Trip struct {
	ID  string `json:"id"`
	Car string `json:"car"`
	Km  int64  `json:"km"`
}

// Odometer adds up the length of all trips of a car.
type Odometer struct {
	db    *sql.DB
	trips *kafka.Reader
}

// Run reads until something fails; the next start begins at the last commit.
func (o *Odometer) Run(ctx context.Context) error {
	for {
		msg, err := o.trips.FetchMessage(ctx)
		if err != nil {
			return err
		}
		var t Trip
		if err := json.Unmarshal(msg.Value, &t); err != nil {
			return err
		}
		if err := o.add(ctx, t); err != nil {
			return err
		}
		if err := o.trips.CommitMessages(ctx, msg); err != nil {
			return err
		}
	}
}

// docs:begin consumerincrement-good
func (o *Odometer) add(ctx context.Context, t Trip) error {
	tx, err := o.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	res, err := tx.ExecContext(ctx, `INSERT INTO trips_seen (trip) VALUES ($1) ON CONFLICT (trip) DO NOTHING`, t.ID)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE cars SET km = km + $2 WHERE id = $1`, t.Car, t.Km); err != nil {
		return err
	}
	return tx.Commit()
}

// docs:end consumerincrement-good
