package queues

import (
	"context"
	"log"

	"github.com/redis/go-redis/v9"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

// weights has the weight of each truck, by the number of its weighing.
type weights struct{ trucks *mongo.Collection }

func newWeights(db *mongo.Database) *weights { return &weights{trucks: db.Collection("weighings")} }

func (w *weights) record(ctx context.Context, id string, values map[string]any) error {
	_, err := w.trucks.UpdateOne(ctx, bson.M{"_id": id}, bson.M{"$setOnInsert": values}, options.UpdateOne().SetUpsert(true))
	return err
}

// scale reads a stream of Redis. What failed stays pending, and is read again first.
type scale struct {
	rdb     *redis.Client
	weights *weights
}

func (s *scale) run(ctx context.Context) error {
	from := "0"
	for ctx.Err() == nil {
		res, err := s.rdb.XReadGroup(ctx, &redis.XReadGroupArgs{Group: "scale", Consumer: "scale-1", Streams: []string{"trucks", from}}).Result()
		if err != nil {
			return err
		}
		if len(res[0].Messages) == 0 {
			from = ">"
			continue
		}
		for _, m := range res[0].Messages {
			if err := s.weights.record(ctx, m.ID, m.Values); err != nil {
				log.Printf("weighing %s: %v", m.ID, err)
				from = "0"
				continue
			}
			if err := s.rdb.XAck(ctx, "trucks", "scale", m.ID).Err(); err != nil {
				return err
			}
		}
	}
	return ctx.Err()
}
