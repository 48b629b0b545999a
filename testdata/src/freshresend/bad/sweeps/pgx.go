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
			req.Header.Set("Idempotency-Key", uuid.NewString()) // want "IDV201: .*Idempotency-Key"
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
