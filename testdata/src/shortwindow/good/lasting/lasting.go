// Package lasting remembers without an end. Its messages may come back when they like.
package lasting

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	amqp "github.com/rabbitmq/amqp091-go"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

// later is a queue in which messages wait for three days.
func later(ch *amqp.Channel) error {
	wait := int32((72 * time.Hour).Milliseconds())
	_, err := ch.QueueDeclare("votes.later", true, false, false, false, amqp.Table{"x-message-ttl": wait, "x-dead-letter-exchange": "votes"})
	return err
}

// hall counts votes; a ballot is kept with the motion.
type hall struct {
	pool    *pgxpool.Pool
	motions *mongo.Collection
	drafts  *mongo.Collection
}

func (h *hall) run(ctx context.Context, in <-chan amqp.Delivery) error {
	for d := range in {
		if err := errors.Join(h.tally(ctx, d.MessageId, string(d.Body)), h.voice(ctx, d.MessageId, string(d.Body))); err != nil {
			return fmt.Errorf("vote %s: %w", d.MessageId, err)
		}
		if err := d.Ack(false); err != nil {
			return err
		}
	}
	return ctx.Err()
}

func (h *hall) tally(ctx context.Context, ballot, motion string) error {
	return pgx.BeginFunc(ctx, h.pool, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, `insert into ballots (id, motion) values ($1, $2) on conflict (id) do nothing`, ballot, motion)
		if err != nil || tag.RowsAffected() == 0 {
			return err
		}
		_, err = tx.Exec(ctx, `update motions set ayes = ayes + 1 where id = $1`, motion)
		return err
	})
}

func (h *hall) voice(ctx context.Context, ballot, motion string) error {
	_, err := h.motions.UpdateOne(ctx,
		bson.M{"_id": motion, "ballots": bson.M{"$ne": ballot}},
		bson.M{"$inc": bson.M{"ayes": 1}, "$push": bson.M{"ballots": ballot}})
	return err
}

// drafts lets drafts of speeches go after an hour. They are not what was seen.
func (h *hall) draftIndex(ctx context.Context) error {
	_, err := h.drafts.Indexes().CreateOne(ctx, mongo.IndexModel{
		Keys:    bson.D{{Key: "written_at", Value: 1}},
		Options: options.Index().SetExpireAfterSeconds(3600),
	})
	return err
}
