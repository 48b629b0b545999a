// Package chat stores the incident, and shows it in the one post that the room has. To write a post anew changes nothing when it says the same.
package chat

import (
	"context"
	"net/http"

	"github.com/gin-gonic/gin"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/slack-go/slack"
)

// room is the incident room. Its post was made by hand.
type room struct {
	pool  *pgxpool.Pool
	slack *slack.Client
	post  string
}

func (r *room) routes(g *gin.Engine) { g.PUT("/room/title", r.rename) }

// rename shows first and stores after. Both steps set, and do not add.
func (r *room) rename(c *gin.Context) {
	title := c.PostForm("title")
	if err := r.show(c.Request.Context(), title); err != nil {
		c.AbortWithStatus(http.StatusBadGateway)
		return
	}
	if err := r.keep(c.Request.Context(), title); err != nil {
		c.AbortWithStatus(http.StatusInternalServerError)
		return
	}
	c.Status(http.StatusOK)
}

func (r *room) show(ctx context.Context, title string) error {
	_, _, _, err := r.slack.UpdateMessageContext(ctx, "C0INC", r.post, slack.MsgOptionText(title, false))
	return err
}

func (r *room) keep(ctx context.Context, title string) error {
	_, err := r.pool.Exec(ctx, `update rooms set title = $1 where id = 1`, title)
	return err
}
