// Package kv marks and works in one store of keys.
package kv

import (
	"context"
	"errors"
	"time"

	"github.com/redis/go-redis/v9"
	clientv3 "go.etcd.io/etcd/client/v3"
)

// milk adds up litres.
type milk struct{ rdb *redis.Client }

// pourOnce marks and adds in one script.
var pourOnce = redis.NewScript(`
if redis.call("SET", KEYS[1], 1, "NX", "EX", ARGV[1]) then
  return redis.call("INCRBY", KEYS[2], ARGV[2])
end
return redis.call("GET", KEYS[2])`)

func (m *milk) pour(ctx context.Context, id, tank string, litres int64) error {
	week := int((7 * 24 * time.Hour).Seconds())
	return pourOnce.Run(ctx, m.rdb, []string{"{" + tank + "}:" + id, "{" + tank + "}"}, week, litres).Err()
}

// drain does the same with an optimistic transaction. One that loses is repeated by the consumer's next delivery.
func (m *milk) drain(ctx context.Context, id, tank string, litres int64) error {
	mark := "{" + tank + "}:" + id
	return m.rdb.Watch(ctx, func(tx *redis.Tx) error {
		seen, err := tx.Exists(ctx, mark).Result()
		if err != nil || seen > 0 {
			return err
		}
		_, err = tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
			p.Set(ctx, mark, 1, 7*24*time.Hour)
			p.DecrBy(ctx, "{"+tank+"}", litres)
			return nil
		})
		return err
	}, mark)
}

var errFull = errors.New("the tank is full")

// fill marks and sets in one transaction of etcd, if nobody has changed the tank.
func fill(ctx context.Context, cli *clientv3.Client, id, tank string) error {
	absent := clientv3.Compare(clientv3.CreateRevision("/filled/"+id), "=", 0)
	empty := clientv3.Compare(clientv3.Value("/tanks/"+tank), "=", "empty")
	resp, err := cli.Txn(ctx).If(absent).Then(
		clientv3.OpTxn([]clientv3.Cmp{empty},
			[]clientv3.Op{clientv3.OpPut("/filled/"+id, tank), clientv3.OpPut("/tanks/"+tank, "full")}, nil),
	).Commit()
	if err != nil || !resp.Succeeded {
		return err
	}
	if !resp.Responses[0].GetResponseTxn().Succeeded {
		return errFull
	}
	return nil
}
