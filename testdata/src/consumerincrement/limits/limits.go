// Package limits holds mistakes that the rule is not expected to see.
package limits

import (
	"context"
	"reflect"

	amqp "github.com/rabbitmq/amqp091-go"
	"github.com/redis/go-redis/v9"
)

// points is implemented in another package, perhaps by a counter, perhaps by a set.
type points interface {
	Give(ctx context.Context, player string, n int64) error
}

// Nothing here says that Give adds.
func behindInterface(ctx context.Context, in <-chan amqp.Delivery, p points) error {
	for d := range in {
		if err := p.Give(ctx, string(d.Body), 10); err != nil {
			return err
		}
		if err := d.Ack(false); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// raise has no mark. What a script does is text in another language, which is not read.
var raise = redis.NewScript(`return redis.call("INCRBY", KEYS[1], ARGV[1])`)

func script(ctx context.Context, in <-chan amqp.Delivery, rdb *redis.Client) error {
	for d := range in {
		if err := raise.Run(ctx, rdb, []string{"sum"}, d.Body).Err(); err != nil {
			return err
		}
		if err := d.Ack(false); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// The method that adds is found by its name while the program runs.
func byName(ctx context.Context, in <-chan amqp.Delivery, store any) error {
	for d := range in {
		add := reflect.ValueOf(store).MethodByName("Add")
		add.Call([]reflect.Value{reflect.ValueOf(ctx), reflect.ValueOf(d.Body)})
		if err := d.Ack(false); err != nil {
			return err
		}
	}
	return ctx.Err()
}
