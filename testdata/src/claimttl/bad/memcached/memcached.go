// Package memcached locks by an item that never expires.
package memcached

import (
	"errors"

	"github.com/bradfitz/gomemcache/memcache"
)

// feeds are read by one worker each.
type feeds struct{ mc *memcache.Client }

func (f feeds) open(feed, worker string) (bool, error) {
	err := f.mc.Add(&memcache.Item{Key: "feed." + feed, Value: []byte(worker)}) // want "IDV302: .*Add"
	if errors.Is(err, memcache.ErrNotStored) {
		return false, nil
	}
	return err == nil, err
}

func (f feeds) close(feed string) error { return f.mc.Delete("feed." + feed) }

// read fetches a feed.
func read(f feeds, feed, worker string, fetch func() error) (err error) {
	ok, err := f.open(feed, worker)
	if err != nil || !ok {
		return err
	}
	defer func() { err = errors.Join(err, f.close(feed)) }()
	return fetch()
}
