// Package innocent records failures of things that have no effect, or have not begun.
package innocent

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"net/http"
)

// station runs checks and orders.
type station struct {
	db   *sql.DB
	http *http.Client
	base string
}

// check reads. That there is no answer is the finding.
func (s *station) check(ctx context.Context, site string) error {
	state := "up"
	if err := s.get(ctx, site); err != nil {
		state = "failed"
	}
	_, err := s.db.ExecContext(ctx, `UPDATE sites SET state = ? WHERE url = ?`, state, site)
	return err
}

func (s *station) get(ctx context.Context, site string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, site, nil)
	if err != nil {
		return err
	}
	resp, err := s.http.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 400 {
		return fmt.Errorf("site: %s", resp.Status)
	}
	return nil
}

// order fails before anything is sent, when the order cannot be written as JSON. What comes after is the sender's to repeat.
func (s *station) order(ctx context.Context, id string, parts map[string]any) error {
	body, err := json.Marshal(parts)
	if err != nil {
		_, err = s.db.ExecContext(ctx, `UPDATE part_orders SET state = 'failed' WHERE id = ? AND state = 'new'`, id)
		return err
	}
	if err := s.put(ctx, id, body); err != nil {
		return err
	}
	_, err = s.db.ExecContext(ctx, `UPDATE part_orders SET state = 'ordered' WHERE id = ? AND state = 'new'`, id)
	return err
}

func (s *station) put(ctx context.Context, id string, body []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, s.base+"/orders/"+id, bytes.NewReader(body))
	if err != nil {
		return err
	}
	resp, err := s.http.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		return fmt.Errorf("parts: %s", resp.Status)
	}
	return nil
}

// imported is a job within the database: when its transaction fails, nothing has happened.
func (s *station) imported(ctx context.Context, job string, rows []string) error {
	if err := s.load(ctx, rows); err != nil {
		_, err = s.db.ExecContext(context.WithoutCancel(ctx), `UPDATE imports SET state = 'failed' WHERE id = ? AND state = 'running'`, job)
		return err
	}
	_, err := s.db.ExecContext(ctx, `UPDATE imports SET state = 'done' WHERE id = ? AND state = 'running'`, job)
	return err
}

func (s *station) load(ctx context.Context, rows []string) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	for i, row := range rows {
		if _, err := tx.ExecContext(ctx, `REPLACE INTO readings (n, value) VALUES (?, ?)`, i, row); err != nil {
			return err
		}
	}
	return tx.Commit()
}
