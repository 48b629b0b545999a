// Package once has a helper that runs a function once for each key, and remembers its result. A failure is not remembered, and the next one may try.
package once

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"github.com/google/uuid"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"

	"example.com/cases/poisonedkey/ask"
)

var (
	errBusy  = errors.New("in progress")
	errOther = errors.New("the key was used for another request")
)

type doc struct {
	ID          string    `bson:"_id"`
	Fingerprint string    `bson:"fingerprint"`
	Owner       string    `bson:"owner"`
	LockedUntil time.Time `bson:"locked_until"`
	Done        bool      `bson:"done"`
	Result      []byte    `bson:"result"`
}

// Keys remembers.
type Keys struct{ coll *mongo.Collection }

// New uses one collection of a database.
func New(db *mongo.Database) *Keys { return &Keys{coll: db.Collection("once_keys")} }

func (k *Keys) begin(ctx context.Context, d doc) (*doc, error) {
	_, err := k.coll.InsertOne(ctx, d)
	if !mongo.IsDuplicateKeyError(err) {
		return nil, err
	}
	late := bson.M{"_id": d.ID, "fingerprint": d.Fingerprint, "done": false, "locked_until": bson.M{"$lt": time.Now()}}
	res, err := k.coll.UpdateOne(ctx, late, bson.M{"$set": bson.M{"owner": d.Owner, "locked_until": d.LockedUntil}})
	if err != nil || res.MatchedCount == 1 {
		return nil, err
	}
	var old doc
	return &old, k.coll.FindOne(ctx, bson.M{"_id": d.ID}).Decode(&old)
}

// Do runs f, unless it ran before under this key.
func Do[T any](ctx context.Context, k *Keys, key, fingerprint string, f func(context.Context) (T, error)) (result T, err error) {
	d := doc{ID: key, Fingerprint: fingerprint, Owner: uuid.NewString(), LockedUntil: time.Now().Add(ask.Lease * time.Second)}
	old, err := k.begin(ctx, d)
	switch {
	case err != nil:
		return result, err
	case old != nil && old.Fingerprint != fingerprint:
		return result, errOther
	case old != nil && !old.Done:
		return result, errBusy
	case old != nil:
		return result, json.Unmarshal(old.Result, &result)
	}
	mine := bson.M{"_id": key, "owner": d.Owner, "done": false}
	result, err = f(ctx)
	if err != nil {
		_, dropErr := k.coll.DeleteOne(context.WithoutCancel(ctx), mine)
		return result, errors.Join(err, dropErr)
	}
	raw, err := json.Marshal(result)
	if err != nil {
		return result, err
	}
	_, err = k.coll.UpdateOne(context.WithoutCancel(ctx), mine, bson.M{"$set": bson.M{"done": true, "result": raw}})
	return result, err
}

type parcel struct {
	To string `json:"to"`
}

type depot struct {
	keys *Keys
	send func(ctx context.Context, key string, p parcel) (number string, err error)
}

func (d *depot) ship(w http.ResponseWriter, r *http.Request) {
	var p parcel
	fingerprint, err := ask.Fingerprint(r)
	if err == nil {
		err = json.NewDecoder(r.Body).Decode(&p)
	}
	if err != nil || r.Header.Get("Idempotency-Key") == "" {
		http.Error(w, "not understood", http.StatusBadRequest)
		return
	}
	key := ask.Caller(r.Context()) + "/" + r.Header.Get("Idempotency-Key")
	number, err := Do(r.Context(), d.keys, key, fingerprint, func(ctx context.Context) (string, error) { return d.send(ctx, key, p) })
	if err != nil {
		http.Error(w, "not shipped", http.StatusInternalServerError)
		return
	}
	_, _ = w.Write([]byte(number))
}
