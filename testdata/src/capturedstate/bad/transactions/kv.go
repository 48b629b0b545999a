package transactions

import (
	"context"
	"errors"
	"strconv"
	"sync/atomic"

	"cloud.google.com/go/firestore"
	"github.com/redis/go-redis/v9"
	bolt "go.etcd.io/bbolt"
	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
)

// farm has its animals in several stores.
type farm struct {
	docs    *firestore.Client
	file    *bolt.DB
	etcd    *clientv3.Client
	mongo   *mongo.Client
	animals *mongo.Collection
	rdb     *redis.Client
}

// sell tells the market about each animal that is sold, over a channel.
func (f *farm) sell(ctx context.Context, ids []string, sold chan<- string) error {
	return f.docs.RunTransaction(ctx, func(ctx context.Context, tx *firestore.Transaction) error {
		for _, id := range ids {
			if err := tx.Set(f.docs.Collection("animals").Doc(id), map[string]any{"state": "sold"}, firestore.MergeAll); err != nil {
				return err
			}
			sold <- id // want "IDV506: .*sold"
		}
		return nil
	})
}

// count says how many were new. Batch runs a function again when another one of its batch has failed.
func (f *farm) count(tags []string) (int, error) {
	added := 0
	err := f.file.Batch(func(tx *bolt.Tx) error {
		b, err := tx.CreateBucketIfNotExists([]byte("tags"))
		if err != nil {
			return err
		}
		for _, t := range tags {
			if b.Get([]byte(t)) == nil {
				added++ // want "IDV506: .*added"
			}
			if err := b.Put([]byte(t), []byte("seen")); err != nil {
				return err
			}
		}
		return nil
	})
	return added, err
}

// feed counts the sacks in a counter that goroutines share.
func (f *farm) feed(ctx context.Context, stall string, fed *atomic.Int64) error {
	_, err := concurrency.NewSTM(f.etcd, func(s concurrency.STM) error {
		sacks, err := strconv.ParseInt(s.Get("/stalls/"+stall), 10, 64)
		if err != nil {
			return err
		}
		fed.Add(sacks) // want "IDV506: .*fed"
		s.Put("/stalls/"+stall, "0")
		return nil
	}, concurrency.WithAbortContext(ctx))
	return err
}

// move groups the animals by their new meadow.
func (f *farm) move(ctx context.Context, ids []string) (map[string][]string, error) {
	session, err := f.mongo.StartSession()
	if err != nil {
		return nil, err
	}
	defer session.EndSession(ctx)
	meadows := map[string][]string{}
	_, err = session.WithTransaction(ctx, func(ctx context.Context) (any, error) {
		for _, id := range ids {
			var a struct {
				Next string `bson:"next"`
			}
			err := f.animals.FindOneAndUpdate(ctx, bson.M{"_id": id}, bson.M{"$set": bson.M{"moved": true}}).Decode(&a)
			if err != nil {
				return nil, err
			}
			meadows[a.Next] = append(meadows[a.Next], id) // want "IDV506: .*meadows"
		}
		return nil, nil
	})
	return meadows, err
}

// rest has the loop around an optimistic transaction of Redis. What is rested is deleted from the set, and missed by the next run.
func (f *farm) rest(ctx context.Context, tired map[string]bool) error {
	for range 5 {
		err := f.rdb.Watch(ctx, func(tx *redis.Tx) error {
			_, err := tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
				for id := range tired {
					p.HSet(ctx, "stable", id, "resting")
					delete(tired, id) // want "IDV506: .*tired"
				}
				return nil
			})
			return err
		}, "stable")
		if !errors.Is(err, redis.TxFailedErr) {
			return err
		}
	}
	return redis.TxFailedErr
}
