// Package archive adds documents to which the database gives the id.
package archive

import (
	"context"
	"encoding/json"
	"time"

	"cloud.google.com/go/firestore"
	"github.com/ThreeDotsLabs/watermill/message"
	amqp "github.com/rabbitmq/amqp091-go"
	"go.mongodb.org/mongo-driver/v2/mongo"
)

// sighting is a bird that somebody saw.
type sighting struct {
	Bird string    `json:"bird" bson:"bird"`
	Lake string    `json:"lake" bson:"lake"`
	At   time.Time `json:"at" bson:"at"`
}

type birds struct{ seen *mongo.Collection }

func newBirds(db *mongo.Database) *birds { return &birds{seen: db.Collection("sightings")} }

func (b *birds) add(ctx context.Context, s sighting) error {
	_, err := b.seen.InsertOne(ctx, s) // want "IDV402: .*sightings"
	return err
}

func (b *birds) addAll(ctx context.Context, all []sighting) error {
	_, err := b.seen.InsertMany(ctx, all) // want "IDV402: .*sightings"
	return err
}

type watcher struct {
	birds *birds
	in    <-chan amqp.Delivery
}

// one takes a delivery at a time, with manual acknowledgement.
func (w *watcher) one(ctx context.Context) {
	for d := range w.in {
		var s sighting
		if err := json.Unmarshal(d.Body, &s); err != nil {
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

// many takes what a guide collected in a day.
func (w *watcher) many(ctx context.Context, days <-chan amqp.Delivery) error {
	for d := range days {
		if err := w.day(ctx, d.Body); err != nil {
			return err
		}
		if err := d.Ack(false); err != nil {
			return err
		}
	}
	return ctx.Err()
}

func (w *watcher) day(ctx context.Context, body []byte) error {
	var all []sighting
	if err := json.Unmarshal(body, &all); err != nil {
		return err
	}
	return w.birds.addAll(ctx, all)
}

// nests are kept in Firestore, which draws the id of a document that is added.
type nests struct{ fs *firestore.Client }

func (n *nests) register(r *message.Router, sub message.Subscriber) {
	r.AddNoPublisherHandler("nests", "nests.found", sub, n.found)
}

func (n *nests) found(msg *message.Message) error {
	_, _, err := n.fs.Collection("nests").Add(msg.Context(), map[string]any{"lake": string(msg.Payload)}) // want "IDV402: .*nests"
	return err
}
