// Package ovens counts loaves. The topic keeps a week of messages, the inbox thirty days of ids.
package ovens

import (
	"context"
	"fmt"
	"time"

	"github.com/segmentio/kafka-go"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

func topic(conn *kafka.Conn) error {
	return conn.CreateTopics(kafka.TopicConfig{
		Topic:             "loaves",
		NumPartitions:     6,
		ReplicationFactor: 3,
		ConfigEntries:     []kafka.ConfigEntry{{ConfigName: "retention.ms", ConfigValue: "604800000"}},
	})
}

type bakery struct {
	client *mongo.Client
	inbox  *mongo.Collection
	ovens  *mongo.Collection
}

func open(client *mongo.Client) *bakery {
	db := client.Database("bakery")
	return &bakery{client: client, inbox: db.Collection("loaf_inbox"), ovens: db.Collection("ovens")}
}

func (b *bakery) indexes(ctx context.Context) error {
	_, err := b.inbox.Indexes().CreateOne(ctx, mongo.IndexModel{
		Keys:    bson.D{{Key: "seen_at", Value: 1}},
		Options: options.Index().SetExpireAfterSeconds(30 * 24 * 60 * 60),
	})
	return err
}

func (b *bakery) consume(ctx context.Context, r *kafka.Reader) error {
	for {
		m, err := r.FetchMessage(ctx)
		if err != nil {
			return err
		}
		if err := b.baked(ctx, fmt.Sprintf("%s/%d/%d", m.Topic, m.Partition, m.Offset), string(m.Value)); err != nil {
			return err
		}
		if err := r.CommitMessages(ctx, m); err != nil {
			return err
		}
	}
}

func (b *bakery) baked(ctx context.Context, id, oven string) error {
	session, err := b.client.StartSession()
	if err != nil {
		return err
	}
	defer session.EndSession(ctx)
	_, err = session.WithTransaction(ctx, func(ctx context.Context) (any, error) {
		if _, err := b.inbox.InsertOne(ctx, bson.M{"_id": id, "seen_at": time.Now()}); err != nil {
			return nil, err
		}
		return b.ovens.UpdateOne(ctx, bson.M{"_id": oven}, bson.M{"$inc": bson.M{"loaves": 1}})
	})
	if mongo.IsDuplicateKeyError(err) {
		return nil
	}
	return err
}
