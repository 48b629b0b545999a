// Package etcd has locks in transactions.
package etcd

import (
	"context"

	clientv3 "go.etcd.io/etcd/client/v3"
)

// shards are moved by one node.
type shards struct {
	cli  *clientv3.Client
	node string
}

func (s *shards) pin(ctx context.Context, shard string) (bool, error) {
	k := "/moving/" + shard
	absent := clientv3.Compare(clientv3.CreateRevision(k), "=", 0)
	resp, err := s.cli.Txn(ctx).If(absent).Then(clientv3.OpPut(k, s.node)).Commit() // miss: IDV302 whether a Put has a lease is in its options
	if err != nil {
		return false, err
	}
	return resp.Succeeded, nil
}

func (s *shards) unpin(ctx context.Context, shard string) error {
	_, err := s.cli.Delete(ctx, "/moving/"+shard)
	return err
}

// move copies a shard.
func (s *shards) move(ctx context.Context, shard string, copyAll func(context.Context) error) error {
	ok, err := s.pin(ctx, shard)
	if err != nil || !ok {
		return err
	}
	defer s.unpin(context.WithoutCancel(ctx), shard)
	return copyAll(ctx)
}
