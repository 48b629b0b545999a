// Package memcached locks by an item that expires.
package memcached

import (
	"errors"

	"github.com/bradfitz/gomemcache/memcache"
)

// feeds are read by one worker each, for two minutes at most. Nobody deletes the item, for it could be another's.
type feeds struct{ mc *memcache.Client }

func (f feeds) open(feed, worker string) (bool, error) {
	err := f.mc.Add(&memcache.Item{Key: "feed." + feed, Value: []byte(worker), Expiration: 120})
	if errors.Is(err, memcache.ErrNotStored) {
		return false, nil
	}
	return err == nil, err
}

// read fetches a feed.
func read(f feeds, feed, worker string, fetch func() error) error {
	ok, err := f.open(feed, worker)
	if err != nil || !ok {
		return err
	}
	return fetch()
}
