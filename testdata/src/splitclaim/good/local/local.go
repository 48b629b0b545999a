// Package local keeps marks and effects in the same file.
package local

import (
	"encoding/binary"
	"errors"

	"github.com/dgraph-io/badger/v4"
	bolt "go.etcd.io/bbolt"
)

// votes counts votes of a show, and keeps the place in the log beside them.
type votes struct{ db *bolt.DB }

var places, acts = []byte("places"), []byte("acts")

func (v *votes) count(partition int, offset int64, act string) error {
	return v.db.Update(func(tx *bolt.Tx) error {
		part := number(int64(partition))
		if last := tx.Bucket(places).Get(part); last != nil && offset <= value(last) {
			return nil
		}
		if err := tx.Bucket(places).Put(part, number(offset)); err != nil {
			return err
		}
		var n int64
		if raw := tx.Bucket(acts).Get([]byte(act)); raw != nil {
			n = value(raw)
		}
		return tx.Bucket(acts).Put([]byte(act), number(n+1))
	})
}

func number(n int64) []byte  { return binary.BigEndian.AppendUint64(nil, uint64(n)) }
func value(raw []byte) int64 { return int64(binary.BigEndian.Uint64(raw)) }

// cheer stores the mark of a cheer and the cheer in one transaction. Badger refuses one of two that read the same key.
func cheer(db *badger.DB, id, act string) error {
	return db.Update(func(txn *badger.Txn) error {
		_, err := txn.Get([]byte("seen/" + id))
		if !errors.Is(err, badger.ErrKeyNotFound) {
			return err
		}
		if err := txn.Set([]byte("seen/"+id), nil); err != nil {
			return err
		}
		return txn.Set([]byte("cheer/"+act+"/"+id), nil)
	})
}
