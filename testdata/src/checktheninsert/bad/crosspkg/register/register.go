// Package register is the store of a land registry. Each of its methods is right alone.
package register

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
)

// ErrUnknown says that there is no such parcel.
var ErrUnknown = errors.New("register: unknown parcel")

// Parcel is a piece of land.
type Parcel struct {
	Number string
	Owner  string
}

// Parcels is the table.
type Parcels struct{ DB *sql.DB }

// ByNumber finds a parcel, or ErrUnknown.
func (p *Parcels) ByNumber(ctx context.Context, number string) (Parcel, error) {
	parcel := Parcel{Number: number}
	err := p.DB.QueryRowContext(ctx, `SELECT owner FROM parcels WHERE number = $1`, number).Scan(&parcel.Owner)
	if errors.Is(err, sql.ErrNoRows) {
		return Parcel{}, ErrUnknown
	}
	return parcel, err
}

// Insert adds a parcel.
func (p *Parcels) Insert(ctx context.Context, parcel Parcel) error {
	_, err := p.DB.ExecContext(ctx, `INSERT INTO parcels (number, owner) VALUES ($1, $2)`, parcel.Number, parcel.Owner)
	return err
}

// Desks remembers which clerk works on a parcel.
type Desks struct{ Client *redis.Client }

// Clerk returns the clerk, or "".
func (d *Desks) Clerk(ctx context.Context, number string) (string, error) {
	clerk, err := d.Client.Get(ctx, "desk:"+number).Result()
	if err == redis.Nil {
		return "", nil
	}
	return clerk, err
}

// Assign gives the parcel to a clerk for the working day.
func (d *Desks) Assign(ctx context.Context, number, clerk string) error {
	return d.Client.SetEx(ctx, "desk:"+number, clerk, 8*time.Hour).Err()
}
