// Package mileage is the plainest form of the mistake: each message adds to a sum, and a message that comes twice is added twice.
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
	// docs:begin consumerincrement-bad
	for {
		msg, err := o.trips.FetchMessage(ctx)
		if err != nil {
			return err
		}
		var t Trip
		if err := json.Unmarshal(msg.Value, &t); err != nil {
			return err
		}
		if _, err := o.db.ExecContext(ctx, `UPDATE cars SET km = km + $2 WHERE id = $1`, t.Car, t.Km); err != nil { // want "IDV401: .*cars"
			return err
		}
		if err := o.trips.CommitMessages(ctx, msg); err != nil {
			return err
		}
	}
	// docs:end consumerincrement-bad
}
