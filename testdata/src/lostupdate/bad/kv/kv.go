// Package kv reads a key and puts it, where the store would have compared the revision.
package kv

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strconv"

	"github.com/nats-io/nats.go/jetstream"
	"go.etcd.io/bbolt"
	clientv3 "go.etcd.io/etcd/client/v3"
)

// members of a cluster are a list in one key.
type members struct{ etcd *clientv3.Client }

func (m *members) list(ctx context.Context) (all []string, err error) {
	resp, err := m.etcd.Get(ctx, "/cluster/members")
	if err != nil || len(resp.Kvs) == 0 {
		return nil, err
	}
	err = json.Unmarshal(resp.Kvs[0].Value, &all)
	return all, err
}

func (m *members) store(ctx context.Context, all []string) error {
	raw, err := json.Marshal(all)
	if err != nil {
		return err
	}
	_, err = m.etcd.Put(ctx, "/cluster/members", string(raw)) // want "IDV403: .*Put"
	return err
}

func (m *members) leave(w http.ResponseWriter, r *http.Request) {
	all, err := m.list(r.Context())
	if err != nil {
		http.Error(w, "try again", http.StatusInternalServerError)
		return
	}
	name := r.PathValue("member")
	all = slices.DeleteFunc(all, func(s string) bool { return s == name })
	if err := m.store(r.Context(), all); err != nil {
		http.Error(w, "try again", http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

func (m *members) routes(mux *http.ServeMux) { mux.HandleFunc("DELETE /members/{member}", m.leave) }

// budget is kept in a bucket of JetStream.
type budget struct{ left jetstream.KeyValue }

func (b *budget) start(spent jetstream.Consumer) (jetstream.ConsumeContext, error) {
	return spent.Consume(func(msg jetstream.Msg) {
		if err := b.spend(context.Background(), msg.Subject(), string(msg.Data())); err != nil {
			_ = msg.Nak()
			return
		}
		_ = msg.Ack()
	})
}

func (b *budget) spend(ctx context.Context, team, cents string) error {
	n, err := strconv.Atoi(cents)
	if err != nil {
		return err
	}
	entry, err := b.left.Get(ctx, team)
	if err != nil {
		return err
	}
	have, err := strconv.Atoi(string(entry.Value()))
	if err != nil {
		return err
	}
	_, err = b.left.PutString(ctx, team, strconv.Itoa(have-n)) // want "IDV403: .*PutString"
	return err
}

// shelf reads in one transaction and writes in another.
type shelf struct{ db *bbolt.DB }

var errNone = errors.New("none left")

func (s *shelf) count(jar string) (n int, err error) {
	err = s.db.View(func(tx *bbolt.Tx) error {
		n, err = strconv.Atoi(string(tx.Bucket([]byte("jars")).Get([]byte(jar))))
		return err
	})
	return n, err
}

func (s *shelf) take(w http.ResponseWriter, r *http.Request) {
	jar := r.PathValue("jar")
	n, err := s.count(jar)
	if err == nil && n == 0 {
		err = errNone
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusConflict)
		return
	}
	err = s.db.Update(func(tx *bbolt.Tx) error {
		return tx.Bucket([]byte("jars")).Put([]byte(jar), []byte(strconv.Itoa(n-1))) // want "IDV403: .*Put"
	})
	if err != nil {
		http.Error(w, "look at the shelf", http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

func (s *shelf) routes(mux *http.ServeMux) { mux.HandleFunc("POST /jars/{jar}/take", s.take) }
