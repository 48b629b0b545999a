package kv

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/bradfitz/gomemcache/memcache"
	"github.com/hashicorp/consul/api"
	"github.com/nats-io/nats.go/jetstream"
	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
)

// sale adds what must not be there.
type sale struct {
	mc *memcache.Client
	db *sql.DB
}

func (s *sale) reserve(painting, buyer string) error {
	_, err := s.mc.Get("hold/" + painting)
	if err == nil {
		return fmt.Errorf("painting %s is on hold", painting)
	}
	if !errors.Is(err, memcache.ErrCacheMiss) {
		return err
	}
	err = s.mc.Add(&memcache.Item{Key: "hold/" + painting, Value: []byte(buyer), Expiration: 600})
	if errors.Is(err, memcache.ErrNotStored) {
		return fmt.Errorf("painting %s is on hold", painting)
	}
	return err
}

// title fills the cache with what the table says.
func (s *sale) title(ctx context.Context, painting string) (string, error) {
	item, err := s.mc.Get("title/" + painting)
	if err == nil {
		return string(item.Value), nil
	}
	var title string
	if err := s.db.QueryRowContext(ctx, `SELECT title FROM paintings WHERE id = $1`, painting).Scan(&title); err != nil {
		return "", err
	}
	return title, s.mc.Set(&memcache.Item{Key: "title/" + painting, Value: []byte(title), Expiration: 3600})
}

// names belong to who comes first: the key was never written when the put is done.
type names struct{ client *clientv3.Client }

func (n *names) take(ctx context.Context, name, host string) error {
	key := "names/" + name
	res, err := n.client.Txn(ctx).
		If(clientv3.Compare(clientv3.CreateRevision(key), "=", 0)).
		Then(clientv3.OpPut(key, host)).
		Else(clientv3.OpGet(key)).
		Commit()
	if err != nil {
		return err
	}
	if !res.Succeeded {
		return fmt.Errorf("name %s is taken", name)
	}
	return nil
}

// move looks and writes under a mutex in etcd, whose session ends with the process.
func (n *names) move(ctx context.Context, name, host string) error {
	s, err := concurrency.NewSession(n.client, concurrency.WithTTL(20))
	if err != nil {
		return err
	}
	defer s.Close()
	m := concurrency.NewMutex(s, "locks/"+name)
	if err := m.Lock(ctx); err != nil {
		return err
	}
	defer m.Unlock(context.WithoutCancel(ctx))
	res, err := n.client.Get(ctx, "names/"+name)
	if err != nil {
		return err
	}
	if len(res.Kvs) > 0 {
		return nil
	}
	_, err = n.client.Put(ctx, "names/"+name, host)
	return err
}

// onCall compares with index 0, which says that there must be no such key.
func onCall(kv *api.KV, night, doctor string) (bool, error) {
	pair, _, err := kv.Get("oncall/"+night, nil)
	if err != nil {
		return false, err
	}
	if pair != nil {
		return string(pair.Value) == doctor, nil
	}
	won, _, err := kv.CAS(&api.KVPair{Key: "oncall/" + night, Value: []byte(doctor), ModifyIndex: 0}, nil)
	return won, err
}

// baton belongs to the runner whose Create went through.
type baton struct{ bucket jetstream.KeyValue }

func (b *baton) grab(ctx context.Context, race, runner string) error {
	_, err := b.bucket.Create(ctx, race, []byte(runner))
	if errors.Is(err, jetstream.ErrKeyExists) {
		return fmt.Errorf("race %s: the baton is gone", race)
	}
	return err
}
