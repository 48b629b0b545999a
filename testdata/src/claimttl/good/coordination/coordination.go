// Package coordination locks in etcd under a lease.
package coordination

import (
	"context"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
)

// shards are moved by one node.
type shards struct {
	cli  *clientv3.Client
	node string
}

func (s *shards) pin(ctx context.Context, shard string) (lease clientv3.LeaseID, ok bool, err error) {
	grant, err := s.cli.Grant(ctx, 60)
	if err != nil {
		return 0, false, err
	}
	k := "/moving/" + shard
	absent := clientv3.Compare(clientv3.CreateRevision(k), "=", 0)
	resp, err := s.cli.Txn(ctx).If(absent).Then(clientv3.OpPut(k, s.node, clientv3.WithLease(grant.ID))).Commit()
	if err != nil {
		return 0, false, err
	}
	return grant.ID, resp.Succeeded, nil
}

// unpin ends the lease; with it goes the key, if it is ours.
func (s *shards) unpin(ctx context.Context, lease clientv3.LeaseID) error {
	_, err := s.cli.Revoke(ctx, lease)
	return err
}

// move copies a shard.
func (s *shards) move(ctx context.Context, shard string, copyAll func(context.Context) error) error {
	lease, ok, err := s.pin(ctx, shard)
	if err != nil || !ok {
		return err
	}
	defer s.unpin(context.WithoutCancel(ctx), lease)
	return copyAll(ctx)
}

// merge leaves the lease to the library.
func merge(ctx context.Context, cli *clientv3.Client, shard string, join func(context.Context) error) error {
	session, err := concurrency.NewSession(cli, concurrency.WithTTL(30))
	if err != nil {
		return err
	}
	defer session.Close()
	mu := concurrency.NewMutex(session, "/merging/"+shard)
	if err := mu.Lock(ctx); err != nil {
		return err
	}
	defer mu.Unlock(context.WithoutCancel(ctx))
	return join(ctx)
}
