package implicit

import (
	"context"
	"database/sql"

	amqp "github.com/rabbitmq/amqp091-go"
	"github.com/redis/go-redis/v9"
)

// buoys stores what buoys report.
type buoys struct {
	db  *sql.DB
	rdb *redis.Client
}

func (b *buoys) store(ctx context.Context, id string, reading []byte) error {
	_, err := b.db.ExecContext(ctx, `INSERT INTO buoy_readings (id, reading) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING`, id, reading)
	return err
}

// watch lets the broker forget a reading when it is sent.
func (b *buoys) watch(ctx context.Context, ch *amqp.Channel) error {
	readings, err := ch.ConsumeWithContext(ctx, "buoys", "", true, false, false, false, nil) // want "IDV404: .*(Consume|buoy_readings)"
	if err != nil {
		return err
	}
	for d := range readings {
		if err := b.store(ctx, d.MessageId, d.Body); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// drift reads a stream without a list of what is pending.
func (b *buoys) drift(ctx context.Context) error {
	for {
		res, err := b.rdb.XReadGroup(ctx, &redis.XReadGroupArgs{Group: "drift", Consumer: "one", Streams: []string{"drift", ">"}, NoAck: true}).Result() // want "IDV404: .*(XReadGroup|buoy_readings)"
		if err != nil {
			return err
		}
		for _, m := range res[0].Messages {
			text, _ := m.Values["reading"].(string)
			if err := b.store(ctx, m.ID, []byte(text)); err != nil {
				return err
			}
		}
	}
}
