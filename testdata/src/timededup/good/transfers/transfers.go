// Package transfers sends money from account to account, under numbers that the senders draw. It also asks when two transfers look
// alike, and lets people have their way.
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

type transfer struct {
	Number string `json:"number" binding:"required,uuid"`
	To     string `json:"to"`
	Cents  int64  `json:"cents"`
}

var errOther = errors.New("the number was used for another transfer")

type bank struct{ pool *pgxpool.Pool }

func (b *bank) post(c *gin.Context) {
	var t transfer
	if err := c.ShouldBindJSON(&t); err != nil {
		c.AbortWithStatus(http.StatusBadRequest)
		return
	}
	switch err := b.send(c, c.GetString("account"), t); {
	case errors.Is(err, errOther):
		c.AbortWithStatusJSON(http.StatusUnprocessableEntity, gin.H{"error": err.Error()})
	case err != nil:
		c.AbortWithStatus(http.StatusInternalServerError)
	default:
		c.Status(http.StatusNoContent)
	}
}

func (b *bank) send(ctx context.Context, from string, t transfer) error {
	return pgx.BeginFunc(ctx, b.pool, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, `insert into transfers (source, number, target, cents) values ($1, $2, $3, $4)
			on conflict (source, number) do nothing`, from, t.Number, t.To, t.Cents)
		if err != nil || tag.RowsAffected() == 1 {
			return err
		}
		var same bool
		if err := tx.QueryRow(ctx, `select target = $3 and cents = $4 from transfers where source = $1 and number = $2`, from, t.Number, t.To, t.Cents).Scan(&same); err != nil {
			return err
		}
		if !same {
			return errOther
		}
		return nil
	})
}

// hint tells the form that the same was sent a short while ago. The form asks; nothing is refused.
func (b *bank) hint(c *gin.Context) {
	var at *time.Time
	err := b.pool.QueryRow(c, `select max(at) from transfers where source = $1 and target = $2 and at > now() - interval '1 hour'`, c.GetString("account"), c.Query("to")).Scan(&at)
	if err != nil {
		c.AbortWithStatus(http.StatusInternalServerError)
		return
	}
	c.JSON(http.StatusOK, gin.H{"lately": at})
}
