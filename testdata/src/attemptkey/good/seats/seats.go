// Package seats reserves seats. Its keys come from helpers: of another package, of a builder, of a generic function.
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

func hold(ctx context.Context, conn grpc.ClientConnInterface, show string, seat seatID, req, reply any) error {
	ctx = metadata.AppendToOutgoingContext(ctx, "idempotency-key", keys.Of("hold", show, seat.String()))
	return conn.Invoke(ctx, "/box.Office/Hold", req, reply)
}

func release(ctx context.Context, c *resty.Client, show string, seat seatID) error {
	var b keys.Builder
	key := b.Add("release").Add(show).Add(seat.String()).String()
	_, err := c.R().SetContext(ctx).
		SetHeader("Idempotency-Key", key).
		SetBody(map[string]any{"show": show, "seat": seat.String()}).
		Post("/releases")
	return err
}

func keyFor[T fmt.Stringer](op, show string, v T) string {
	return op + ":" + show + ":" + v.String()
}

// Ticket is what the box office prints.
type Ticket struct {
	meta
	Show string
	Seat seatID
}

type meta struct {
	IdempotencyKey string
	Locale         string
}

func issue(show string, seat seatID, send func(Ticket) error) error {
	t := Ticket{Show: show, Seat: seat}
	t.Locale = "nb"
	t.IdempotencyKey = keyFor("print", show, seat)
	return send(t)
}

type upgrade struct {
	Show, From, To string
	at             time.Time
}

func newUpgrade(show, from, to string) *upgrade {
	return &upgrade{Show: show, From: from, To: to, at: time.Now()}
}

func (u *upgrade) key() string { return fmt.Sprintf("%s/%s>%s", u.Show, u.From, u.To) }

// change of a seat: another field of the same struct holds the clock, and measures how long the change took.
func change(show, from, to string, post func(path string, form map[string]string) error) (time.Duration, error) {
	u := newUpgrade(show, from, to)
	err := post("/upgrades", map[string]string{
		"from":            u.From,
		"to":              u.To,
		"idempotency_key": u.key(),
	})
	return time.Since(u.at), err
}
