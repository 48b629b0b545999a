package sweeps

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

var grids = uuid.MustParse("5b1c6d1e-61a5-4c3c-9f53-0f2d1a9b7c11")

// meter is a reading that the grid has not confirmed.
type meter struct {
	ID      int64
	Reading []byte
}

// report sends readings to the grid until none is left.
func report(ctx context.Context, pool *pgxpool.Pool, grid string) error {
	ticker := time.NewTicker(time.Minute)
	defer ticker.Stop()
	for {
		rows, err := pool.Query(ctx, `select id, reading from meters where status = 'pending' order by id limit 20`)
		if err != nil {
			return err
		}
		meters, err := pgx.CollectRows(rows, pgx.RowToStructByPos[meter])
		if err != nil {
			return err
		}
		for _, m := range meters {
			req, err := http.NewRequestWithContext(ctx, http.MethodPost, grid, bytes.NewReader(m.Reading))
			if err != nil {
				return err
			}
			req.Header.Set("Idempotency-Key", uuid.NewSHA1(grids, fmt.Appendf(nil, "%d", m.ID)).String())
			if err := do(req); err != nil {
				return fmt.Errorf("meter %d: %w", m.ID, err)
			}
			if _, err := pool.Exec(ctx, `update meters set status = 'sent' where id = $1`, m.ID); err != nil {
				return err
			}
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-ticker.C:
		}
	}
}

func do(req *http.Request) error {
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode/100 != 2 {
		return fmt.Errorf("the grid answers %s", resp.Status)
	}
	return nil
}

// fill gives each row that has none a token, and keeps what is there. What is sent is read back from the row.
func fill(ctx context.Context, pool *pgxpool.Pool, grid string) error {
	rows, err := pool.Query(ctx, `select id, reading from meters where status = 'unknown' order by id limit 20`)
	if err != nil {
		return err
	}
	meters, err := pgx.CollectRows(rows, pgx.RowToStructByPos[meter])
	if err != nil {
		return err
	}
	for _, m := range meters {
		var token string
		err := pool.QueryRow(ctx,
			`update meters set token = coalesce(token, $2) where id = $1 returning token`, m.ID, uuid.NewString()).Scan(&token)
		if err != nil {
			return err
		}
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, grid, bytes.NewReader(m.Reading))
		if err != nil {
			return err
		}
		req.Header.Set("Idempotency-Key", token)
		if err := do(req); err != nil {
			return fmt.Errorf("meter %d: %w", m.ID, err)
		}
		if _, err := pool.Exec(ctx, `update meters set status = 'sent' where id = $1`, m.ID); err != nil {
			return err
		}
	}
	return nil
}
