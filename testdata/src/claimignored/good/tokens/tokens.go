// Package tokens uses things that may be used once: the statement that takes one says whether it was there.
package tokens

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/redis/go-redis/v9"
)

var errUnknown = errors.New("unknown or used")

// links are sent by mail and open the door once.
type links struct{ db *sql.DB }

// take reads a link and deletes it in one statement.
func (l *links) take(ctx context.Context, code string) (string, error) {
	var user string
	err := l.db.QueryRowContext(ctx, `DELETE FROM login_links WHERE code = $1 AND expires_at > now() RETURNING user_id`, code).Scan(&user)
	if errors.Is(err, sql.ErrNoRows) {
		return "", errUnknown
	}
	return user, err
}

// sweep deletes what nobody took. How many that are is of no interest.
func (l *links) sweep(ctx context.Context) error {
	_, err := l.db.ExecContext(ctx, `DELETE FROM login_links WHERE expires_at < now() - interval '1 day'`)
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
	user, err := d.links.take(r.Context(), r.PathValue("code"))
	if err != nil {
		http.Error(w, "this link is not valid", http.StatusForbidden)
		return
	}
	if err := d.sessions.grant(r.Context(), w, user); err != nil {
		http.Error(w, "ask for another link", http.StatusInternalServerError)
	}
}

func (s *sessions) user(ctx context.Context, id string) (string, error) {
	var user string
	err := s.db.QueryRowContext(ctx, `SELECT user_id FROM sessions WHERE id = $1`, id).Scan(&user)
	return user, err
}

// end logs a user out. A session that is gone is ended too.
func (s *sessions) end(w http.ResponseWriter, r *http.Request) {
	user, err := s.user(r.Context(), r.PathValue("session"))
	if err != nil {
		http.Error(w, "no such session", http.StatusNotFound)
		return
	}
	if _, err := s.db.ExecContext(r.Context(), `DELETE FROM sessions WHERE id = $1`, r.PathValue("session")); err != nil {
		http.Error(w, "try again", http.StatusInternalServerError)
		return
	}
	http.Redirect(w, r, "/bye?user="+user, http.StatusSeeOther)
}

type coupons struct{ db *pgxpool.Pool }

// apply counts the coupons that it marked.
func (c *coupons) apply(ctx context.Context, code, cart string) error {
	return pgx.BeginFunc(ctx, c.db, func(tx pgx.Tx) error {
		var cents int64
		if err := tx.QueryRow(ctx, `SELECT cents FROM coupons WHERE code = $1`, code).Scan(&cents); err != nil {
			return err
		}
		tag, err := tx.Exec(ctx, `UPDATE coupons SET used = true WHERE code = $1 AND NOT used`, code)
		if err != nil {
			return err
		}
		if tag.RowsAffected() == 0 {
			return errUnknown
		}
		_, err = tx.Exec(ctx, `UPDATE carts SET rebate = rebate + $2 WHERE id = $1`, cart, cents)
		return err
	})
}

// applyLocked holds the row from the read to the write: nobody can take it between.
func (c *coupons) applyLocked(ctx context.Context, code, cart string) error {
	return pgx.BeginFunc(ctx, c.db, func(tx pgx.Tx) error {
		var cents int64
		var used bool
		if err := tx.QueryRow(ctx, `SELECT cents, used FROM coupons WHERE code = $1 FOR UPDATE`, code).Scan(&cents, &used); err != nil {
			return err
		}
		if used {
			return errUnknown
		}
		if _, err := tx.Exec(ctx, `UPDATE coupons SET used = true WHERE code = $1`, code); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `UPDATE carts SET rebate = rebate + $2 WHERE id = $1`, cart, cents)
		return err
	})
}

// pins are kept in Redis for five minutes.
type pins struct{ rdb *redis.Client }

// check takes the pin and compares it then: a wrong guess uses it up.
func (p *pins) check(ctx context.Context, user, pin string) error {
	want, err := p.rdb.GetDel(ctx, "pin:"+user).Result()
	if errors.Is(err, redis.Nil) || err == nil && want != pin {
		return errUnknown
	}
	return err
}

// checkCounted lets a wrong guess pass, and counts what it deleted.
func (p *pins) checkCounted(ctx context.Context, user, pin string) error {
	want, err := p.rdb.Get(ctx, "pin:"+user).Result()
	if errors.Is(err, redis.Nil) || err == nil && want != pin {
		return errUnknown
	}
	if err != nil {
		return err
	}
	n, err := p.rdb.Del(ctx, "pin:"+user).Result()
	if err == nil && n == 0 {
		return errUnknown
	}
	return err
}

func (p *pins) confirm(ctx context.Context, db *sql.DB, user, pin string, cents int64) error {
	if err := p.check(ctx, user, pin); err != nil {
		return err
	}
	_, err := db.ExecContext(ctx, `INSERT INTO transfers (user_id, cents, made_at) VALUES ($1, $2, $3)`, user, cents, time.Now())
	return err
}
