// Package donations counts gifts in a document store. An upsert finds the gift of a moment ago.
package donations

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

type gift struct {
	Donor string `json:"donor"`
	Cents int64  `json:"cents"`
}

type charity struct{ gifts *mongo.Collection }

func open(db *mongo.Database) *charity { return &charity{gifts: db.Collection("gifts")} }

func (c *charity) routes(mux *http.ServeMux) { mux.HandleFunc("POST /gifts", c.give) }

func (c *charity) give(w http.ResponseWriter, r *http.Request) {
	var g gift
	if err := json.NewDecoder(r.Body).Decode(&g); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	if err := c.add(r.Context(), g, time.Now()); err != nil {
		http.Error(w, "not now", http.StatusServiceUnavailable)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

func (c *charity) add(ctx context.Context, g gift, now time.Time) error {
	same := bson.M{"donor": g.Donor, "cents": g.Cents, "at": bson.M{"$gt": now.Add(-15 * time.Second)}}
	fresh := bson.M{"$setOnInsert": bson.M{"at": now}}
	_, err := c.gifts.UpdateOne(ctx, same, fresh, options.UpdateOne().SetUpsert(true)) // want "IDV602: .*gifts"
	return err
}
