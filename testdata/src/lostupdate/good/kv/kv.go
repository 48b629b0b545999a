// Package kv compares the revision, or reads in the transaction that writes.
package kv

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strconv"

	"github.com/dgraph-io/badger/v4"
	"github.com/nats-io/nats.go/jetstream"
	"go.etcd.io/bbolt"
	clientv3 "go.etcd.io/etcd/client/v3"
)

var (
	errStale = errors.New("changed meanwhile")
	errNone  = errors.New("none left")
)

// members of a cluster are a list in one key.
type members struct{ etcd *clientv3.Client }

func (m *members) list(ctx context.Context) (all []string, rev int64, err error) {
	resp, err := m.etcd.Get(ctx, "/cluster/members")
	if err != nil || len(resp.Kvs) == 0 {
		return nil, 0, err
	}
	err = json.Unmarshal(resp.Kvs[0].Value, &all)
	return all, resp.Kvs[0].ModRevision, err
}

func (m *members) store(ctx context.Context, all []string, rev int64) error {
	raw, err := json.Marshal(all)
	if err != nil {
		return err
	}
	const key = "/cluster/members"
	resp, err := m.etcd.Txn(ctx).If(clientv3.Compare(clientv3.ModRevision(key), "=", rev)).Then(clientv3.OpPut(key, string(raw))).Commit()
	if err == nil && !resp.Succeeded {
		return errStale
	}
	return err
}

func (m *members) leave(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("member")
	for range 5 {
		all, rev, err := m.list(r.Context())
		if err != nil {
			http.Error(w, "try again", http.StatusInternalServerError)
			return
		}
		err = m.store(r.Context(), slices.DeleteFunc(all, func(s string) bool { return s == name }), rev)
		if errors.Is(err, errStale) {
			continue
		}
		if err != nil {
			http.Error(w, "try again", http.StatusInternalServerError)
			return
		}
		w.WriteHeader(http.StatusNoContent)
		return
	}
	http.Error(w, "try again", http.StatusServiceUnavailable)
}

func (m *members) routes(mux *http.ServeMux) { mux.HandleFunc("DELETE /members/{member}", m.leave) }

// colours of lamps are kept in a bucket of JetStream, and mixed.
type colours struct{ lamps jetstream.KeyValue }

func (c *colours) red(w http.ResponseWriter, r *http.Request) {
	entry, err := c.lamps.Get(r.Context(), r.PathValue("lamp"))
	if err != nil {
		http.Error(w, "no such lamp", http.StatusNotFound)
		return
	}
	mixed := append(slices.Clone(entry.Value()), "red "...)
	if _, err := c.lamps.Update(r.Context(), r.PathValue("lamp"), mixed, entry.Revision()); err != nil {
		http.Error(w, "somebody else was faster", http.StatusConflict)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

func (c *colours) routes(mux *http.ServeMux) { mux.HandleFunc("POST /lamps/{lamp}/red", c.red) }

// shelf has one writer at a time: a transaction of bbolt that writes waits for the one before.
type shelf struct{ db *bbolt.DB }

func (s *shelf) take(w http.ResponseWriter, r *http.Request) {
	jar := []byte(r.PathValue("jar"))
	err := s.db.Update(func(tx *bbolt.Tx) error {
		jars := tx.Bucket([]byte("jars"))
		n, err := strconv.Atoi(string(jars.Get(jar)))
		if err == nil && n == 0 {
			err = errNone
		}
		if err != nil {
			return err
		}
		return jars.Put(jar, []byte(strconv.Itoa(n-1)))
	})
	if err != nil {
		http.Error(w, err.Error(), http.StatusConflict)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

func (s *shelf) routes(mux *http.ServeMux) { mux.HandleFunc("POST /jars/{jar}/take", s.take) }

// drawer has transactions that fail when what they read has changed.
type drawer struct{ db *badger.DB }

func (d *drawer) put(w http.ResponseWriter, r *http.Request) {
	key := []byte("drawer:" + r.PathValue("drawer"))
	err := d.db.Update(func(tx *badger.Txn) error {
		item, err := tx.Get(key)
		if err != nil {
			return err
		}
		have, err := item.ValueCopy(nil)
		if err != nil {
			return err
		}
		return tx.Set(key, append(have, "spoon "...))
	})
	if err != nil {
		http.Error(w, "look into the drawer", http.StatusConflict)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

func (d *drawer) routes(mux *http.ServeMux) { mux.HandleFunc("POST /drawers/{drawer}/spoons", d.put) }
