// Package transfers sends money from account to account. It loads the last transfer and compares.
package transfers

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// window is how close two transfers have to be to count as one.
const window = 30 * time.Second

var errDouble = errors.New("this was sent a moment ago")

type transfer struct {
	From  string `json:"from"`
	To    string `json:"to"`
	Cents int64  `json:"cents"`
	at    time.Time
}

// repeats reports whether t is another copy of last.
func (t transfer) repeats(last transfer) bool {
	if t.To != last.To || t.Cents != last.Cents {
		return false
	}
	return t.at.Sub(last.at) < window // want "IDV602: .*transfers"
}

type bank struct{ pool *pgxpool.Pool }

func (b *bank) post(c *gin.Context) {
	t := transfer{at: time.Now()}
	if err := c.ShouldBindJSON(&t); err != nil {
		c.AbortWithStatus(http.StatusBadRequest)
		return
	}
	err := b.send(c, t)
	if errors.Is(err, errDouble) {
		c.AbortWithStatusJSON(http.StatusConflict, gin.H{"error": err.Error()})
		return
	}
	if err != nil {
		c.AbortWithStatus(http.StatusInternalServerError)
		return
	}
	c.Status(http.StatusCreated)
}

func (b *bank) send(ctx context.Context, t transfer) error {
	return pgx.BeginFunc(ctx, b.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `select 1 from accounts where id = $1 for update`, t.From); err != nil {
			return err
		}
		last, err := latest(ctx, tx, t.From)
		if err != nil {
			return err
		}
		if t.repeats(last) {
			return errDouble
		}
		_, err = tx.Exec(ctx, `insert into transfers (source, target, cents, at) values ($1, $2, $3, $4)`, t.From, t.To, t.Cents, t.at)
		return err
	})
}

// latest is the newest transfer from an account, and the zero one if there is none.
func latest(ctx context.Context, tx pgx.Tx, from string) (transfer, error) {
	last := transfer{From: from}
	err := tx.QueryRow(ctx, `select target, cents, at from transfers where source = $1 order by at desc limit 1`, from).Scan(&last.To, &last.Cents, &last.at)
	if errors.Is(err, pgx.ErrNoRows) {
		return last, nil
	}
	return last, err
}
