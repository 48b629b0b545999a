package counters

import (
	"context"
	"strconv"

	"github.com/IBM/sarama"
	"github.com/redis/go-redis/v9"
)

// canteen adds up what each guest owes. The transaction makes the two commands one step, but does not know the order.
type canteen struct{ rdb *redis.Client }

// Setup is part of the handler of a consumer group.
func (c *canteen) Setup(sarama.ConsumerGroupSession) error { return nil }

// Cleanup is part of the handler of a consumer group.
func (c *canteen) Cleanup(sarama.ConsumerGroupSession) error { return nil }

// ConsumeClaim reads one partition.
func (c *canteen) ConsumeClaim(s sarama.ConsumerGroupSession, claim sarama.ConsumerGroupClaim) error {
	for m := range claim.Messages() {
		if err := c.owe(s.Context(), string(m.Key), string(m.Value)); err != nil {
			return err
		}
		s.MarkMessage(m, "")
	}
	return nil
}

func (c *canteen) owe(ctx context.Context, guest, cents string) error {
	n, err := strconv.ParseInt(cents, 10, 64)
	if err != nil {
		return nil
	}
	_, err = c.rdb.TxPipelined(ctx, func(p redis.Pipeliner) error {
		p.HIncrBy(ctx, "owed", guest, n) // want "IDV401: .*HIncrBy"
		p.SAdd(ctx, "guests", guest)
		return nil
	})
	return err
}
