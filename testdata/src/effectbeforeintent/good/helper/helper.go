// Package helper has the order of the steps in a helper of its own: record, do, record.
package helper

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// pickup is a row of pickups.
type pickup struct {
	ID      string `db:"id"`
	Address string `db:"address"`
}

// parcels orders pick-ups.
type parcels struct {
	pool *pgxpool.Pool
	http *http.Client
	base string
}

// recorded runs the steps in the right order.
func recorded(ctx context.Context, plan func(context.Context) (string, error), do func(context.Context, string) error, done func(context.Context, string) error) error {
	id, err := plan(ctx)
	if err != nil {
		return err
	}
	if err := do(ctx, id); err != nil {
		return err
	}
	return done(ctx, id)
}

func (p *parcels) pickUp(ctx context.Context, address string) error {
	plan := func(ctx context.Context) (id string, err error) {
		err = p.pool.QueryRow(ctx, `insert into pickups (id, address, state) values (gen_random_uuid(), $1, 'wanted') returning id`, address).Scan(&id)
		return id, err
	}
	return recorded(ctx, plan, func(ctx context.Context, id string) error { return p.order(ctx, pickup{id, address}) }, p.done)
}

// order is a PUT: the carrier has one pick-up under this number, however often it hears of it.
func (p *parcels) order(ctx context.Context, it pickup) error {
	form := url.Values{"address": {it.Address}}
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, p.base+"/pickups/"+it.ID, strings.NewReader(form.Encode()))
	if err != nil {
		return err
	}
	resp, err := p.http.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		return fmt.Errorf("carrier: %s", resp.Status)
	}
	return nil
}

func (p *parcels) done(ctx context.Context, id string) error {
	_, err := p.pool.Exec(ctx, `update pickups set state = 'ordered' where id = $1 and state = 'wanted'`, id)
	return err
}

// sweep orders what is still wanted.
func (p *parcels) sweep(ctx context.Context) error {
	rows, err := p.pool.Query(ctx, `select id, address from pickups where state = 'wanted'`)
	if err != nil {
		return err
	}
	wanted, err := pgx.CollectRows(rows, pgx.RowToStructByName[pickup])
	if err != nil {
		return err
	}
	var errs []error
	for _, it := range wanted {
		err := p.order(ctx, it)
		if err == nil {
			err = p.done(ctx, it.ID)
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}
