// Package documents stores documents and publishes them afterwards.
package documents

import (
	"context"
	"encoding/json"
	"net/http"

	"cloud.google.com/go/pubsub/v2"
	"github.com/go-chi/chi/v5"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
)

// choir keeps songs.
type choir struct {
	songs *mongo.Collection
	topic *pubsub.Publisher
}

func newChoir(db *mongo.Database, topic *pubsub.Publisher) *choir {
	return &choir{songs: db.Collection("songs"), topic: topic}
}

func (c *choir) routes(r chi.Router) { r.Post("/songs", c.add) }

func (c *choir) add(w http.ResponseWriter, r *http.Request) {
	var in struct{ Title string }
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		http.Error(w, "what?", http.StatusBadRequest)
		return
	}
	if err := c.save(r.Context(), in.Title); err != nil {
		http.Error(w, "not stored", http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusCreated)
}

func (c *choir) save(ctx context.Context, title string) error {
	res, err := c.songs.InsertOne(ctx, bson.M{"title": title})
	if err != nil {
		return err
	}
	id, _ := res.InsertedID.(bson.ObjectID)
	return c.announce(ctx, id.Hex())
}

func (c *choir) announce(ctx context.Context, id string) error {
	result := c.topic.Publish(ctx, &pubsub.Message{Data: []byte(id)}) // want "IDV503: .*Publish"
	_, err := result.Get(ctx)
	return err
}
