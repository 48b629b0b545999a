// Package helper has the order of the two steps in a helper of its own: do, then record.
package helper

import (
	"context"
	"fmt"
	"net/http"
	"net/url"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// doThenRecord is the wrong way round, for all who use it.
func doThenRecord(ctx context.Context, do func(context.Context) (string, error), record func(context.Context, string) error) error {
	out, err := do(ctx)
	if err != nil {
		return fmt.Errorf("do: %w", err)
	}
	return record(ctx, out)
}

// parcels orders pick-ups.
type parcels struct {
	pool *pgxpool.Pool
	http *http.Client
	base string
}

func (p *parcels) pickUp(ctx context.Context, address string) error {
	do := func(context.Context) (string, error) {
		resp, err := p.http.PostForm(p.base+"/pickups", url.Values{"address": {address}}) // want "IDV501: .*PostForm"
		if err != nil {
			return "", err
		}
		defer resp.Body.Close()
		if resp.StatusCode != http.StatusCreated {
			return "", fmt.Errorf("carrier: %s", resp.Status)
		}
		return resp.Header.Get("Location"), nil
	}
	return doThenRecord(ctx, do, func(ctx context.Context, where string) error {
		return pgx.BeginFunc(ctx, p.pool, func(tx pgx.Tx) error {
			_, err := tx.Exec(ctx, `insert into pickups (address, location) values ($1, $2)`, address, where)
			return err
		})
	})
}
