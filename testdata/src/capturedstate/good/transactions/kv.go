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

// sell tells the market when the transaction is through.
func (f *farm) sell(ctx context.Context, ids []string, sold chan<- string) error {
	err := f.docs.RunTransaction(ctx, func(ctx context.Context, tx *firestore.Transaction) error {
		for _, id := range ids {
			if err := tx.Set(f.docs.Collection("animals").Doc(id), map[string]any{"state": "sold"}, firestore.MergeAll); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, id := range ids {
		sold <- id
	}
	return nil
}

// count begins at zero in each run.
func (f *farm) count(tags []string) (added int, err error) {
	err = f.file.Batch(func(tx *bolt.Tx) error {
		added = 0
		b, err := tx.CreateBucketIfNotExists([]byte("tags"))
		if err != nil {
			return err
		}
		for _, t := range tags {
			if b.Get([]byte(t)) == nil {
				added++
			}
			if err := b.Put([]byte(t), []byte("seen")); err != nil {
				return err
			}
		}
		return nil
	})
	return added, err
}

// feed adds up after the transaction.
func (f *farm) feed(ctx context.Context, stall string, fed *atomic.Int64) error {
	var sacks int64
	_, err := concurrency.NewSTM(f.etcd, func(s concurrency.STM) error {
		var err error
		if sacks, err = strconv.ParseInt(s.Get("/stalls/"+stall), 10, 64); err != nil {
			return err
		}
		s.Put("/stalls/"+stall, "0")
		return nil
	}, concurrency.WithAbortContext(ctx))
	if err != nil {
		return err
	}
	fed.Add(sacks)
	return nil
}

// move empties the map first.
func (f *farm) move(ctx context.Context, ids []string) (map[string][]string, error) {
	session, err := f.mongo.StartSession()
	if err != nil {
		return nil, err
	}
	defer session.EndSession(ctx)
	meadows := map[string][]string{}
	_, err = session.WithTransaction(ctx, func(ctx context.Context) (any, error) {
		clear(meadows)
		for _, id := range ids {
			var a struct {
				Next string `bson:"next"`
			}
			err := f.animals.FindOneAndUpdate(ctx, bson.M{"_id": id}, bson.M{"$set": bson.M{"moved": true}}).Decode(&a)
			if err != nil {
				return nil, err
			}
			meadows[a.Next] = append(meadows[a.Next], id)
		}
		return nil, nil
	})
	return meadows, err
}

// tags returns its list as the transaction's result.
func (f *farm) tags(ctx context.Context, ids []string) (any, error) {
	session, err := f.mongo.StartSession()
	if err != nil {
		return nil, err
	}
	defer session.EndSession(ctx)
	return session.WithTransaction(ctx, func(ctx context.Context) (any, error) {
		var tagged []string
		for _, id := range ids {
			if _, err := f.animals.UpdateOne(ctx, bson.M{"_id": id}, bson.M{"$set": bson.M{"tagged": true}}); err != nil {
				return nil, err
			}
			tagged = append(tagged, id)
		}
		return tagged, nil
	})
}

// rest leaves the set as it is until the animals rest.
func (f *farm) rest(ctx context.Context, tired map[string]bool) error {
	for range 5 {
		err := f.rdb.Watch(ctx, func(tx *redis.Tx) error {
			_, err := tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
				for id := range tired {
					p.HSet(ctx, "stable", id, "resting")
				}
				return nil
			})
			return err
		}, "stable")
		if errors.Is(err, redis.TxFailedErr) {
			continue
		}
		if err == nil {
			clear(tired)
		}
		return err
	}
	return redis.TxFailedErr
}
