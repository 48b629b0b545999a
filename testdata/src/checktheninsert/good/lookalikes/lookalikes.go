// Package lookalikes reads and inserts, and neither decides about the other.
package lookalikes

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/redis/go-redis/v9"
)

// orchestra is the store.
type orchestra struct{ db *sql.DB }

var errNoPlayer = errors.New("no such player")

// book needs the player to be there; what it inserts is something else, and as many as you like.
func (o *orchestra) book(ctx context.Context, player, hall string) error {
	var id int64
	err := o.db.QueryRowContext(ctx, `SELECT id FROM players WHERE name = $1`, player).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return errNoPlayer
	}
	if err != nil {
		return err
	}
	_, err = o.db.ExecContext(ctx, `INSERT INTO concerts (player, hall) VALUES ($1, $2)`, id, hall)
	return err
}

// comment is stopped by a ban in another table.
func (o *orchestra) comment(ctx context.Context, member, text string) error {
	var banned bool
	err := o.db.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM bans WHERE member = $1)`, member).Scan(&banned)
	if err != nil {
		return err
	}
	if banned {
		return fmt.Errorf("%s may not write", member)
	}
	_, err = o.db.ExecContext(ctx, `INSERT INTO comments (member, body) VALUES ($1, $2)`, member, text)
	return err
}

// rehearse reads the last row of the same table and adds the next one whatever it says: a log.
func (o *orchestra) rehearse(ctx context.Context, piece string, minutes int) error {
	var last string
	err := o.db.QueryRowContext(ctx, `SELECT piece FROM rehearsals ORDER BY id DESC LIMIT 1`).Scan(&last)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	_, err = o.db.ExecContext(ctx, `INSERT INTO rehearsals (piece, previous, minutes) VALUES ($1, $2, $3)`, piece, last, minutes)
	return err
}

// add inserts first and looks afterwards, to answer with what is there.
func (o *orchestra) add(ctx context.Context, name, instrument string) (id int64, err error) {
	_, err = o.db.ExecContext(ctx,
		`INSERT INTO players (name, instrument) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING`, name, instrument)
	if err != nil {
		return 0, err
	}
	err = o.db.QueryRowContext(ctx, `SELECT id FROM players WHERE name = $1`, name).Scan(&id)
	return id, err
}

// archive copies a row that is there into another table, by its key.
func (o *orchestra) archive(ctx context.Context, pool *pgxpool.Pool, concert int64) error {
	var hall string
	if err := pool.QueryRow(ctx, `SELECT hall FROM concerts WHERE id = $1`, concert).Scan(&hall); err != nil {
		return err
	}
	_, err := pool.Exec(ctx, `INSERT INTO concert_archive (id, hall) VALUES ($1, $2)
		ON CONFLICT (id) DO UPDATE SET hall = EXCLUDED.hall`, concert, hall)
	return err
}

// volume changes a setting to a value that does not depend on what was there; the look is for the log.
func volume(ctx context.Context, rdb *redis.Client, hall, level string, changed func(from string)) error {
	old, err := rdb.Get(ctx, "volume:"+hall).Result()
	if err != nil && !errors.Is(err, redis.Nil) {
		return err
	}
	if old != level {
		changed(old)
	}
	return rdb.Set(ctx, "volume:"+hall, level, 0).Err()
}
