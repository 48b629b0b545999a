// Package documents stores documents, and publishes from the stream of changes of the collection.
package documents

import (
	"context"
	"encoding/json"
	"net/http"

	"cloud.google.com/go/pubsub/v2"
	"github.com/go-chi/chi/v5"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

// choir keeps songs.
type choir struct {
	songs  *mongo.Collection
	places *mongo.Collection
	topic  *pubsub.Publisher
}

func newChoir(db *mongo.Database, topic *pubsub.Publisher) *choir {
	return &choir{songs: db.Collection("songs"), places: db.Collection("places"), topic: topic}
}

func (c *choir) routes(r chi.Router) { r.Post("/songs", c.add) }

func (c *choir) add(w http.ResponseWriter, r *http.Request) {
	var in struct{ Title string }
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		http.Error(w, "what?", http.StatusBadRequest)
		return
	}
	if _, err := c.songs.InsertOne(r.Context(), bson.M{"title": in.Title}); err != nil {
		http.Error(w, "not stored", http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusCreated)
}

// follow publishes each change and then moves its mark. After a crash it begins at the mark.
func (c *choir) follow(ctx context.Context, after bson.Raw) error {
	opts := options.ChangeStream()
	if after != nil {
		opts.SetResumeAfter(after)
	}
	stream, err := c.songs.Watch(ctx, mongo.Pipeline{}, opts)
	if err != nil {
		return err
	}
	defer stream.Close(context.WithoutCancel(ctx))
	for stream.Next(ctx) {
		var change struct {
			Key struct {
				ID bson.ObjectID `bson:"_id"`
			} `bson:"documentKey"`
		}
		if err := stream.Decode(&change); err != nil {
			return err
		}
		if err := c.publish(ctx, change.Key.ID.Hex()); err != nil {
			return err
		}
		if err := c.mark(ctx, stream.ResumeToken()); err != nil {
			return err
		}
	}
	return stream.Err()
}

func (c *choir) publish(ctx context.Context, id string) error {
	_, err := c.topic.Publish(ctx, &pubsub.Message{Data: []byte(id), Attributes: map[string]string{"event-id": "song-" + id}}).Get(ctx)
	return err
}

func (c *choir) mark(ctx context.Context, token bson.Raw) error {
	_, err := c.places.ReplaceOne(ctx, bson.M{"_id": "songs"}, bson.M{"token": token}, options.Replace().SetUpsert(true))
	return err
}
