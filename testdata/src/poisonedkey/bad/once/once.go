// Package once has a helper that runs a function once for each key, and remembers how that went: for ever, also when it went wrong.
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
	Failure     string    `bson:"failure"`
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
	case old != nil && old.Failure != "":
		return result, errors.New(old.Failure)
	case old != nil:
		return result, json.Unmarshal(old.Result, &result)
	}
	result, err = f(ctx)
	set := bson.M{"done": true}
	if err != nil {
		set["failure"] = err.Error()
	} else if set["result"], err = json.Marshal(result); err != nil {
		return result, err
	}
	_, keepErr := k.coll.UpdateOne(context.WithoutCancel(ctx), bson.M{"_id": key, "owner": d.Owner}, bson.M{"$set": set}) // want "IDV306: .*once_keys"
	return result, errors.Join(err, keepErr)
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
