// Package tokens uses things that may be used once. They are read, and then taken without a look at whether they were still there.
package tokens

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/redis/go-redis/v9"
)

var errUnknown = errors.New("unknown or used")

// links are sent by mail and open the door once.
type links struct{ db *sql.DB }

func (l *links) find(ctx context.Context, code string) (string, error) {
	var user string
	err := l.db.QueryRowContext(ctx, `SELECT user_id FROM login_links WHERE code = $1 AND expires_at > now()`, code).Scan(&user)
	if errors.Is(err, sql.ErrNoRows) {
		return "", errUnknown
	}
	return user, err
}

func (l *links) drop(ctx context.Context, code string) error {
	_, err := l.db.ExecContext(ctx, `DELETE FROM login_links WHERE code = $1`, code) // want "IDV308: .*login_links"
	return err
}

type sessions struct{ db *sql.DB }

func (s *sessions) grant(ctx context.Context, w http.ResponseWriter, user string) error {
	id := rand.Text()
	if _, err := s.db.ExecContext(ctx, `INSERT INTO sessions (id, user_id) VALUES ($1, $2)`, id, user); err != nil {
		return err
	}
	http.SetCookie(w, &http.Cookie{Name: "session", Value: id, Secure: true, HttpOnly: true})
	return nil
}

type door struct {
	links    *links
	sessions *sessions
}

func (d *door) open(w http.ResponseWriter, r *http.Request) {
	user, err := d.links.find(r.Context(), r.PathValue("code"))
	if err != nil {
		http.Error(w, "this link is not valid", http.StatusForbidden)
		return
	}
	if err := d.links.drop(r.Context(), r.PathValue("code")); err != nil {
		http.Error(w, "try again", http.StatusInternalServerError)
		return
	}
	if err := d.sessions.grant(r.Context(), w, user); err != nil {
		http.Error(w, "try again", http.StatusInternalServerError)
	}
}

// coupons are marked, not deleted.
type coupons struct{ db *pgxpool.Pool }

func (c *coupons) apply(ctx context.Context, code, cart string) error {
	tx, err := c.db.Begin(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback(ctx) }()
	var cents int64
	var used bool
	if err := tx.QueryRow(ctx, `SELECT cents, used FROM coupons WHERE code = $1`, code).Scan(&cents, &used); err != nil {
		return err
	}
	if used {
		return errUnknown
	}
	if _, err := tx.Exec(ctx, `UPDATE coupons SET used = true WHERE code = $1 AND NOT used`, code); err != nil { // want "IDV308: .*coupons"
		return err
	}
	if _, err := tx.Exec(ctx, `UPDATE carts SET rebate = rebate + $2 WHERE id = $1`, cart, cents); err != nil {
		return err
	}
	return tx.Commit(ctx)
}

// pins are kept in Redis for five minutes.
type pins struct{ rdb *redis.Client }

func (p *pins) check(ctx context.Context, user, pin string) error {
	want, err := p.rdb.Get(ctx, "pin:"+user).Result()
	if errors.Is(err, redis.Nil) || err == nil && want != pin {
		return errUnknown
	}
	if err != nil {
		return err
	}
	return p.rdb.Del(ctx, "pin:"+user).Err() // want "IDV308: .*Del"
}

func (p *pins) confirm(ctx context.Context, db *sql.DB, user, pin string, cents int64) error {
	if err := p.check(ctx, user, pin); err != nil {
		return err
	}
	_, err := db.ExecContext(ctx, `INSERT INTO transfers (user_id, cents, made_at) VALUES ($1, $2, $3)`, user, cents, time.Now())
	return err
}
