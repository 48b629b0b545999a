// Package limits holds mistakes that the rule does not see.
package limits

import (
	"context"
	"os/exec"

	amqp "github.com/rabbitmq/amqp091-go"
)

// Whether Notify writes to people is known to those who implement it.
type notifier interface {
	Notify(ctx context.Context, who, text string) error
}

func forward(ctx context.Context, in <-chan amqp.Delivery, n notifier) error {
	for d := range in {
		if err := n.Notify(ctx, d.CorrelationId, string(d.Body)); err != nil { // miss: IDV504 no implementation is in sight
			return err
		}
		if err := d.Ack(false); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// A program that is started can send a mail.
func sendmail(ctx context.Context, in <-chan amqp.Delivery) error {
	for d := range in {
		if err := exec.CommandContext(ctx, "sendmail", "-t", string(d.Body)).Run(); err != nil { // miss: IDV504 what a program does is not read
			return err
		}
		if err := d.Ack(false); err != nil {
			return err
		}
	}
	return ctx.Err()
}
