// Package limits holds mistakes that the rule does not see.
package limits

import (
	"context"
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
