// Package seats reserves seats. Its keys come from helpers: of another package, of a builder, of a method.
package seats

import (
	"context"
	"fmt"
	"time"

	"github.com/go-resty/resty/v2"
	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"

	"example.com/cases/attemptkey/keys"
)

type seatID struct {
	Row    string
	Number int
}

func (s seatID) String() string { return fmt.Sprintf("%s%d", s.Row, s.Number) }

// hold: the clock is in the hash, in another package.
func hold(ctx context.Context, conn grpc.ClientConnInterface, show string, seat seatID, req, reply any) error {
	ctx = metadata.AppendToOutgoingContext(ctx, "idempotency-key", keys.Stamped("hold", show, seat.String())) // want "IDV102: (?i)idempotency-key.*time.Now"
	return conn.Invoke(ctx, "/box.Office/Hold", req, reply)
}

// release: the clock is a part of a builder.
func release(ctx context.Context, c *resty.Client, show string, seat seatID) error {
	var b keys.Builder
	key := b.Add("release").Add(show).Add(seat.String()).Stamp().String()
	_, err := c.R().SetContext(ctx).
		SetHeader("Idempotency-Key", key). // want "IDV102: Idempotency-Key.*time.Now"
		SetBody(map[string]any{"show": show, "seat": seat.String()}).
		Post("/releases")
	return err
}

type upgrade struct {
	Show, From, To string
	at             time.Time
}

// newUpgrade fills in when it was made.
func newUpgrade(show, from, to string) *upgrade {
	return &upgrade{Show: show, From: from, To: to, at: time.Now()}
}

func (u *upgrade) key() string {
	return fmt.Sprintf("%s/%s>%s#%x", u.Show, u.From, u.To, u.at.UnixNano())
}

// change of a seat: the key is computed from a field that holds the clock.
func change(show, from, to string, post func(path string, form map[string]string) error) error {
	u := newUpgrade(show, from, to)
	return post("/upgrades", map[string]string{
		"from":            u.From,
		"to":              u.To,
		"idempotency_key": u.key(), // want "IDV102: idempotency_key.*time.Now"
	})
}
