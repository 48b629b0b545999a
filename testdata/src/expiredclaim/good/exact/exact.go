// Package exact uses stores that never show what is over, whenever they delete it.
package exact

import (
	"context"
	"errors"
	"time"

	"github.com/dgraph-io/badger/v4"
	"github.com/gocql/gocql"
	"github.com/redis/go-redis/v9"
	clientv3 "go.etcd.io/etcd/client/v3"
)

var errUnknown = errors.New("unknown or used")

// codes in Redis.
type codes struct{ rdb *redis.Client }

func (c *codes) give(ctx context.Context, code, box string) error {
	return c.rdb.Set(ctx, "code:"+code, box, 10*time.Minute).Err()
}

func (c *codes) take(ctx context.Context, code string) (string, error) {
	box, err := c.rdb.GetDel(ctx, "code:"+code).Result()
	if errors.Is(err, redis.Nil) {
		return "", errUnknown
	}
	return box, err
}

// reminded in Cassandra: a row is gone for its readers in the second in which it ends.
func reminded(ctx context.Context, s *gocql.Session, member string) (first bool, err error) {
	return s.Query(`INSERT INTO reminded (member) VALUES (?) IF NOT EXISTS USING TTL 604800`, member).WithContext(ctx).MapScanCAS(map[string]any{})
}

// visited in Badger.
func visited(db *badger.DB, visitor string) (before bool, err error) {
	err = db.View(func(txn *badger.Txn) error {
		_, err := txn.Get([]byte(visitor))
		before = err == nil
		if errors.Is(err, badger.ErrKeyNotFound) {
			return nil
		}
		return err
	})
	return before, err
}

func visit(db *badger.DB, visitor string) error {
	return db.Update(func(txn *badger.Txn) error {
		return txn.SetEntry(badger.NewEntry([]byte(visitor), nil).WithTTL(time.Hour))
	})
}

// watch in etcd: the key goes with its lease.
func watch(ctx context.Context, etcd *clientv3.Client, post, guard string) (bool, error) {
	lease, err := etcd.Grant(ctx, 3600)
	if err != nil {
		return false, err
	}
	resp, err := etcd.Txn(ctx).If(clientv3.Compare(clientv3.CreateRevision("/posts/"+post), "=", 0)).Then(clientv3.OpPut("/posts/"+post, guard, clientv3.WithLease(lease.ID))).Commit()
	if err != nil {
		return false, err
	}
	return resp.Succeeded, nil
}
