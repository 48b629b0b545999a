// Package limits holds mistakes that the rule is not expected to see.
package limits

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	amqp "github.com/rabbitmq/amqp091-go"
)

// sink is implemented in another package, perhaps by a table with a unique key, perhaps by one without.
type sink interface {
	Write(ctx context.Context, body []byte) error
}

// Nothing here says that Write inserts, or under what.
func behindInterface(ctx context.Context, in <-chan amqp.Delivery, s sink) error {
	for d := range in {
		if err := s.Write(ctx, d.Body); err != nil {
			return err
		}
		if err := d.Ack(false); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// A line is appended to a file that an accountant reads. A log file is written in the same way, and may have a line twice.
func file(in <-chan amqp.Delivery, f *os.File) error {
	for d := range in {
		if _, err := fmt.Fprintf(f, "%s\n", d.Body); err != nil {
			return err
		}
		if err := d.Ack(false); err != nil {
			return err
		}
	}
	return nil
}

// exec is a client of a database of our own; its requests are text.
type exec func(ctx context.Context, request json.RawMessage) error

func ownDatabase(ctx context.Context, in <-chan amqp.Delivery, run exec) error {
	for d := range in {
		if err := run(ctx, json.RawMessage(`{"op":"insert","row":`+string(d.Body)+`}`)); err != nil {
			return err
		}
		if err := d.Ack(false); err != nil {
			return err
		}
	}
	return ctx.Err()
}
