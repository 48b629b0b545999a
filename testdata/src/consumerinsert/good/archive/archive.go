// Package archive adds documents under the id that their writer gave them.
package archive

import (
	"context"
	"encoding/json"
	"time"

	"cloud.google.com/go/firestore"
	"github.com/ThreeDotsLabs/watermill/message"
	amqp "github.com/rabbitmq/amqp091-go"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// sighting is a bird that somebody saw.
type sighting struct {
	ID   string    `json:"id" bson:"_id"`
	Bird string    `json:"bird" bson:"bird"`
	Lake string    `json:"lake" bson:"lake"`
	At   time.Time `json:"at" bson:"at"`
}

type birds struct{ seen, days *mongo.Collection }

func newBirds(db *mongo.Database) *birds {
	return &birds{seen: db.Collection("sightings"), days: db.Collection("days")}
}

// add takes a sighting that is there for one that was added.
func (b *birds) add(ctx context.Context, s sighting) error {
	_, err := b.seen.InsertOne(ctx, s)
	if mongo.IsDuplicateKeyError(err) {
		return nil
	}
	return err
}

// addDay keeps a day in one document, which is written once.
func (b *birds) addDay(ctx context.Context, day string, all []sighting) error {
	_, err := b.days.UpdateOne(ctx, bson.M{"_id": day}, bson.M{"$setOnInsert": bson.M{"sightings": all}}, options.UpdateOne().SetUpsert(true))
	return err
}

type watcher struct {
	birds *birds
	in    <-chan amqp.Delivery
}

func (w *watcher) one(ctx context.Context) {
	for d := range w.in {
		var s sighting
		if err := json.Unmarshal(d.Body, &s); err != nil || s.ID == "" {
			_ = d.Reject(false)
			continue
		}
		if err := w.birds.add(ctx, s); err != nil {
			_ = d.Nack(false, true)
			continue
		}
		_ = d.Ack(false)
	}
}

func (w *watcher) many(ctx context.Context, days <-chan amqp.Delivery) error {
	for d := range days {
		var all []sighting
		if err := json.Unmarshal(d.Body, &all); err != nil {
			return err
		}
		if err := w.birds.addDay(ctx, d.MessageId, all); err != nil {
			return err
		}
		if err := d.Ack(false); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// nests are kept in Firestore, under the id of the message.
type nests struct{ fs *firestore.Client }

func (n *nests) register(r *message.Router, sub message.Subscriber) {
	r.AddNoPublisherHandler("nests", "nests.found", sub, n.found)
}

func (n *nests) found(msg *message.Message) error {
	_, err := n.fs.Collection("nests").Doc(msg.UUID).Create(msg.Context(), map[string]any{"lake": string(msg.Payload)})
	if status.Code(err) == codes.AlreadyExists {
		return nil
	}
	return err
}
