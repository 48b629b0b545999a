// Package limits holds mistakes that the rule does not see.
package limits

import (
	"context"
	"crypto/rand"
	"fmt"
	"os"
	"strconv"
	"time"
)

type provider interface {
	Charge(ctx context.Context, cents int64, idempotencyKey string) error
}

// window is too small: two attempts fall into different seconds.
func window(ctx context.Context, p provider, order string) error {
	slot := time.Now().Truncate(time.Second).Unix()
	return p.Charge(ctx, 500, order+"-"+strconv.FormatInt(slot, 10)) // miss: IDV102 rounded times count as periods of a job, however short
}

// worker is read from the environment; nothing but the name of the variable says that it names a process.
func worker(ctx context.Context, p provider, order string) error {
	return p.Charge(ctx, 500, os.Getenv("POD")+"/"+order) // miss: IDV102 the environment may hold anything
}

// clock is an interface that is implemented elsewhere.
type clock interface{ Ticks() int64 }

func viaClock(ctx context.Context, p provider, c clock, order string) error {
	return p.Charge(ctx, 500, order+":"+strconv.FormatInt(c.Ticks(), 10)) // miss: IDV102 nothing says what an interface of the program returns
}

type seatID struct {
	Row    string
	Number int
}

func (s seatID) String() string { return fmt.Sprintf("%s%d", s.Row, s.Number) }

func keyFor[T fmt.Stringer](op string, v T) string {
	return op + ":" + v.String() + ":" + rand.Text()[:5]
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

// issue: a generic helper joins a random suffix to the name of the seat; the key is in an embedded field.
func issue(show string, seat seatID, send func(Ticket) error) error {
	t := Ticket{Show: show, Seat: seat}
	t.Locale = "nb"
	t.IdempotencyKey = keyFor("print", seat) // miss: IDV102 what a method of a type parameter returns is unknown, so the rest of the key does not look stable
	return send(t)
}
