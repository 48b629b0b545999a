// Package phones keeps short messages until a worker sends them.
package phones

import (
	"context"

	"example.com/cases/link/ctxtx/good/txn"
)

// Outbox implements parcels.Phones.
type Outbox struct{ Txn *txn.Manager }

// Tell writes a message, one for each parcel.
func (o *Outbox) Tell(ctx context.Context, number, phone, text string) error {
	_, err := o.Txn.From(ctx).ExecContext(ctx,
		`INSERT INTO parcel_texts (number, phone, text) VALUES ($1, $2, $3) ON CONFLICT (number) DO NOTHING`, number, phone, text)
	return err
}
