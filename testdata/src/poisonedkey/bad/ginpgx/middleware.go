package ginpgx

import (
	"bytes"
	"context"
	"net/http"

	"github.com/gin-gonic/gin"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"example.com/cases/poisonedkey/ask"
)

type tee struct {
	gin.ResponseWriter
	body bytes.Buffer
}

func (t *tee) Write(p []byte) (int, error) {
	t.body.Write(p)
	return t.ResponseWriter.Write(p)
}

// Once runs the handlers behind it once for each key.
func Once(db *pgxpool.Pool) gin.HandlerFunc {
	s := &store{db: db}
	return func(c *gin.Context) {
		sl := slot{caller: ask.Caller(c.Request.Context()), key: c.GetHeader("Idempotency-Key"), owner: uuid.NewString()}
		fingerprint, err := ask.Fingerprint(c.Request)
		if sl.key == "" || err != nil {
			c.AbortWithStatus(http.StatusBadRequest)
			return
		}
		old, err := s.begin(c.Request.Context(), sl, fingerprint)
		if err != nil {
			c.AbortWithStatus(http.StatusServiceUnavailable)
			return
		}
		if old != nil {
			ask.Again(c.Writer, old, fingerprint)
			c.Abort()
			return
		}
		t := &tee{ResponseWriter: c.Writer}
		c.Writer = t
		c.Next()
		if err := s.finish(context.WithoutCancel(c.Request.Context()), sl, c.Writer.Status(), t.body.Bytes()); err != nil {
			_ = c.Error(err)
		}
	}
}
