// Package chat posts an incident into a channel and keeps the place of the post afterwards.
package chat

import (
	"context"
	"net/http"

	"github.com/gin-gonic/gin"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/slack-go/slack"
)

// room is the incident room.
type room struct {
	pool  *pgxpool.Pool
	slack *slack.Client
}

func (r *room) routes(g *gin.Engine) { g.POST("/incidents", r.open) }

func (r *room) open(c *gin.Context) {
	title := c.PostForm("title")
	ts, err := r.announce(c.Request.Context(), title)
	if err == nil {
		err = r.keep(c.Request.Context(), title, ts)
	}
	if err != nil {
		c.AbortWithStatus(http.StatusInternalServerError)
		return
	}
	c.Status(http.StatusCreated)
}

func (r *room) announce(ctx context.Context, title string) (string, error) {
	_, ts, err := r.slack.PostMessageContext(ctx, "C0INC", slack.MsgOptionText(title, false)) // want "IDV501: .*PostMessageContext"
	return ts, err
}

func (r *room) keep(ctx context.Context, title, ts string) error {
	_, err := r.pool.Exec(ctx, `insert into incidents (title, ts) values ($1, $2)`, title, ts)
	return err
}
