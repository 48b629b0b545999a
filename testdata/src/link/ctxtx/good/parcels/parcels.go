// Package parcels takes parcels in. The transaction is in the context, opened by a helper of another package.
package parcels

import "context"

// Parcel lies at the counter.
type Parcel struct{ Number, Shelf, Phone string }

// Work opens a unit of work.
type Work interface {
	Within(ctx context.Context, do func(ctx context.Context) error) error
}

// Shelves keeps parcels.
type Shelves interface {
	Put(ctx context.Context, p Parcel) error
}

// Phones keeps what people are to be told; a worker tells them.
type Phones interface {
	Tell(ctx context.Context, number, phone, text string) error
}

// Counter is the use case.
type Counter struct {
	Work    Work
	Shelves Shelves
	Phones  Phones
}

// Take puts a parcel on its shelf, and what its owner is to be told into the same transaction.
func (c *Counter) Take(ctx context.Context, p Parcel) error {
	return c.Work.Within(ctx, func(ctx context.Context) error {
		if err := c.Shelves.Put(ctx, p); err != nil {
			return err
		}
		return c.Phones.Tell(ctx, p.Number, p.Phone, "Your parcel is here.")
	})
}
