// Package process has stores inside one process: two goroutines are enough.
package process

import (
	"errors"
	"sync"
	"sync/atomic"

	"github.com/dgraph-io/badger/v4"
	"go.etcd.io/bbolt"
)

// turnstile counts the visitors of a gate.
type turnstile struct {
	mu     sync.Mutex
	passed int
}

func (t *turnstile) pass() {
	t.mu.Lock()
	t.passed++
	t.mu.Unlock()
}

// fair has a turnstile for each gate. The loser of the race counts in one that nobody will read.
type fair struct{ gates sync.Map }

func (f *fair) gate(name string) *turnstile {
	if t, ok := f.gates.Load(name); ok {
		return t.(*turnstile)
	}
	t := &turnstile{}
	f.gates.Store(name, t) // want "IDV301: Store"
	return t
}

// tally has counters; the look is in a method of its own.
type tally struct{ byStall sync.Map }

func (t *tally) lookup(stall string) *atomic.Int64 {
	v, ok := t.byStall.Load(stall)
	if !ok {
		return nil
	}
	return v.(*atomic.Int64)
}

func (t *tally) sold(stall string, n int64) {
	c := t.lookup(stall)
	if c == nil {
		c = new(atomic.Int64)
		t.byStall.Store(stall, c) // want "IDV301: Store"
	}
	c.Add(n)
}

// cloakroom looks in one transaction and writes in another.
type cloakroom struct{ db *bbolt.DB }

var hooks = []byte("hooks")

func (c *cloakroom) taken(hook string) (taken bool, err error) {
	err = c.db.View(func(tx *bbolt.Tx) error {
		taken = tx.Bucket(hooks).Get([]byte(hook)) != nil
		return nil
	})
	return taken, err
}

func (c *cloakroom) hang(hook, coat string) error {
	taken, err := c.taken(hook)
	if err != nil {
		return err
	}
	if taken {
		return errors.New("the hook is taken")
	}
	return c.db.Update(func(tx *bbolt.Tx) error {
		return tx.Bucket(hooks).Put([]byte(hook), []byte(coat)) // want "IDV301: Put"
	})
}

var errSold = errors.New("the ticket is sold")

// raffle sells each ticket once, or so it thinks.
type raffle struct{ db *badger.DB }

func (r *raffle) sold(ticket string) (bool, error) {
	err := r.db.View(func(txn *badger.Txn) error {
		_, err := txn.Get([]byte("ticket/" + ticket))
		return err
	})
	if errors.Is(err, badger.ErrKeyNotFound) {
		return false, nil
	}
	return err == nil, err
}

func (r *raffle) sell(ticket, buyer string) error {
	sold, err := r.sold(ticket)
	if err != nil {
		return err
	}
	if sold {
		return errSold
	}
	return r.db.Update(func(txn *badger.Txn) error {
		return txn.Set([]byte("ticket/"+ticket), []byte(buyer)) // want "IDV301: Set"
	})
}
