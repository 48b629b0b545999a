package process

import (
	"errors"

	"go.etcd.io/bbolt"
)

var (
	errShut  = errors.New("the cloakroom is shut")
	errInUse = errors.New("the hook is in use")
)

// hall has hooks for coats, and doors that are open or not.
type hall struct{ db *bbolt.DB }

// hang looks at a hook as well, but it is the door that decides.
func (h *hall) hang(hook, door, coat string) error {
	var used, open bool
	err := h.db.View(func(tx *bbolt.Tx) error {
		used = tx.Bucket([]byte("hooks")).Get([]byte(hook)) != nil
		open = tx.Bucket([]byte("doors")).Get([]byte(door)) != nil
		return nil
	})
	if err != nil {
		return err
	}
	if !open {
		return errShut
	}
	return h.db.Update(func(tx *bbolt.Tx) error {
		if used {
			return tx.Bucket([]byte("hooks")).Delete([]byte(hook))
		}
		return tx.Bucket([]byte("coats")).Put([]byte(coat), []byte(hook))
	})
}

// hangOnce looks and writes in one transaction, and tells outside of it.
func (h *hall) hangOnce(hook, coat string) error {
	used := false
	err := h.db.Update(func(tx *bbolt.Tx) error {
		hooks := tx.Bucket([]byte("hooks"))
		if used = hooks.Get([]byte(hook)) != nil; used {
			return nil
		}
		return hooks.Put([]byte(hook), []byte(coat))
	})
	if err == nil && used {
		return errInUse
	}
	return err
}
