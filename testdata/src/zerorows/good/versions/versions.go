// Package versions has writes with a condition on the version: no row means that somebody was faster, and the row is read again.
package versions

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/hibiken/asynq"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/segmentio/kafka-go"
)

var errStale = errors.New("changed meanwhile")

type playlists struct{ db *sql.DB }

type playlist struct {
	title   string
	version int64
}

func (p *playlists) load(ctx context.Context, id string) (l playlist, err error) {
	err = p.db.QueryRowContext(ctx, `SELECT title, version FROM playlists WHERE id = $1`, id).Scan(&l.title, &l.version)
	return l, err
}

func (p *playlists) save(ctx context.Context, id string, l playlist) error {
	res, err := p.db.ExecContext(ctx, `UPDATE playlists SET title = $2, version = version + 1 WHERE id = $1 AND version = $3`, id, l.title, l.version)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil {
		return err
	} else if n == 0 {
		return errStale
	}
	return nil
}

// rename is a job. It loads anew when it was too slow, and has nothing to do when the title is right.
func (p *playlists) rename(ctx context.Context, task *asynq.Task) error {
	var want struct{ ID, Title string }
	if err := json.Unmarshal(task.Payload(), &want); err != nil {
		return fmt.Errorf("%w: %w", err, asynq.SkipRetry)
	}
	for range 5 {
		l, err := p.load(ctx, want.ID)
		if err != nil {
			return err
		}
		if l.title == want.Title {
			return nil
		}
		l.title = want.Title
		if err := p.save(ctx, want.ID, l); !errors.Is(err, errStale) {
			return err
		}
	}
	return errStale
}

func (p *playlists) register(m *asynq.ServeMux) { m.HandleFunc("playlist:rename", p.rename) }

type position struct {
	Ship string  `json:"ship"`
	Seq  int64   `json:"seq"`
	Lat  float64 `json:"lat"`
}

// follow keeps the newest position of each ship. An older one changes no row, and that is right.
func follow(ctx context.Context, log *kafka.Reader, db *pgxpool.Pool) error {
	for {
		rec, err := log.FetchMessage(ctx)
		if err != nil {
			return err
		}
		var p position
		if err := json.Unmarshal(rec.Value, &p); err == nil {
			_, err = db.Exec(ctx, `INSERT INTO positions (ship, seq, lat) VALUES ($1, $2, $3) ON CONFLICT (ship) DO UPDATE SET seq = EXCLUDED.seq, lat = EXCLUDED.lat WHERE positions.seq < EXCLUDED.seq`, p.Ship, p.Seq, p.Lat)
			if err != nil {
				return err
			}
		}
		if err := log.CommitMessages(ctx, rec); err != nil {
			return err
		}
	}
}
