package kv

import (
	"context"
	"errors"
	"fmt"

	"github.com/bradfitz/gomemcache/memcache"
	"github.com/hashicorp/consul/api"
	"github.com/nats-io/nats.go/jetstream"
	clientv3 "go.etcd.io/etcd/client/v3"
)

// sale reserves a painting for ten minutes.
type sale struct{ mc *memcache.Client }

func (s *sale) reserve(painting, buyer string) error {
	_, err := s.mc.Get("hold/" + painting)
	if err == nil {
		return fmt.Errorf("painting %s is on hold", painting)
	}
	if !errors.Is(err, memcache.ErrCacheMiss) {
		return err
	}
	return s.mc.Set(&memcache.Item{Key: "hold/" + painting, Value: []byte(buyer), Expiration: 600}) // want "IDV301: Set"
}

// names gives out host names; a name belongs to who comes first.
type names struct{ kv clientv3.KV }

var errFree = errors.New("nobody has this name")

func (n *names) owner(ctx context.Context, name string) (string, error) {
	res, err := n.kv.Get(ctx, "names/"+name)
	if err != nil {
		return "", err
	}
	if len(res.Kvs) == 0 {
		return "", errFree
	}
	return string(res.Kvs[0].Value), nil
}

func (n *names) take(ctx context.Context, name, host string) error {
	owner, err := n.owner(ctx, name)
	switch {
	case errors.Is(err, errFree):
		return n.write(ctx, name, host)
	case err != nil:
		return err
	case owner != host:
		return fmt.Errorf("name %s is taken by %s", name, owner)
	}
	return nil
}

func (n *names) write(ctx context.Context, name, host string) error {
	_, err := n.kv.Put(ctx, "names/"+name, host) // want "IDV301: Put"
	return err
}

// onCall appoints the first doctor who asks as the one on call.
func onCall(kv *api.KV, night, doctor string) (bool, error) {
	pair, _, err := kv.Get("oncall/"+night, nil)
	if err != nil {
		return false, err
	}
	if pair != nil {
		return string(pair.Value) == doctor, nil
	}
	_, err = kv.Put(&api.KVPair{Key: "oncall/" + night, Value: []byte(doctor)}, nil) // want "IDV301: Put"
	return err == nil, err
}

// baton belongs to the runner who took it first.
type baton struct{ bucket jetstream.KeyValue }

func (b *baton) grab(ctx context.Context, race, runner string) error {
	_, err := b.bucket.Get(ctx, race)
	if err == nil {
		return fmt.Errorf("race %s: the baton is gone", race)
	}
	if !errors.Is(err, jetstream.ErrKeyNotFound) {
		return err
	}
	_, err = b.bucket.PutString(ctx, race, runner) // want "IDV301: PutString"
	return err
}
