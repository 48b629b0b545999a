// Package manual begins and commits by hand, and what it does in between is undone by a rollback, or needs no undoing.
package manual

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"

	"github.com/ThreeDotsLabs/watermill"
	wsql "github.com/ThreeDotsLabs/watermill-sql/v4/pkg/sql"
	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/redis/go-redis/v9"
)

// school has pupils.
type school struct {
	db  *sql.DB
	rdb *redis.Client
	url string
}

// enrol publishes into a table, in the same transaction.
func (s *school) enrol(ctx context.Context, pupil string) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	if _, err := tx.ExecContext(ctx, `INSERT INTO pupils (name) VALUES ($1)`, pupil); err != nil {
		return err
	}
	pub, err := wsql.NewPublisher(wsql.TxFromStdSQL(tx), wsql.PublisherConfig{SchemaAdapter: wsql.DefaultPostgreSQLSchema{}}, watermill.NopLogger{})
	if err != nil {
		return err
	}
	if err := pub.Publish("pupil.enrolled", message.NewMessage("enrolled/"+pupil, []byte(pupil))); err != nil {
		return err
	}
	return tx.Commit()
}

// move notifies through the database, which holds the notification back until the commit.
func (s *school) move(ctx context.Context, pupil, class string) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	if _, err := tx.ExecContext(ctx, `UPDATE pupils SET class = $2 WHERE name = $1`, pupil, class); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `SELECT pg_notify('pupils', $1)`, pupil); err != nil {
		return err
	}
	return tx.Commit()
}

// transfer asks another school whether it knows the pupil. To ask changes nothing there.
func (s *school) transfer(ctx context.Context, pupil string) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	class, err := s.ask(ctx, pupil)
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE pupils SET class = $2 WHERE name = $1`, pupil, class); err != nil {
		return err
	}
	slog.InfoContext(ctx, "transferred", "pupil", pupil)
	return tx.Commit()
}

func (s *school) ask(ctx context.Context, pupil string) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.url+"/pupils/"+url.PathEscape(pupil), nil)
	if err != nil {
		return "", err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return "", fmt.Errorf("other school: %s", resp.Status)
	}
	var out struct{ Class string }
	err = json.NewDecoder(resp.Body).Decode(&out)
	return out.Class, err
}

// rename throws a copy away before the commit and after it. A copy too few is read again.
func (s *school) rename(ctx context.Context, pupil, name string) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	if _, err := tx.ExecContext(ctx, `UPDATE pupils SET name = $2 WHERE name = $1`, pupil, name); err != nil {
		return err
	}
	_ = s.rdb.Del(ctx, "pupil:"+pupil).Err()
	if err := tx.Commit(); err != nil {
		return err
	}
	_ = s.rdb.Del(ctx, "pupil:"+pupil).Err()
	return nil
}
