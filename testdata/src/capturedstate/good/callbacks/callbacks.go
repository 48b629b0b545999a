// Package callbacks hands function literals to others inside of code that can run again, and keeps what they do in that run.
package callbacks

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
	"sync"
	"time"

	"cloud.google.com/go/spanner"
	"github.com/cenkalti/backoff/v4"
	apps "k8s.io/api/apps/v1"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	conflict "k8s.io/client-go/util/retry"
)

// Museum has exhibits.
type Museum struct {
	db    *spanner.Client
	kube  kubernetes.Interface
	fetch func(context.Context, string) ([]string, error)
	once  sync.Once
	uses  int
}

// Lend collects in a list of the run.
func (m *Museum) Lend(ctx context.Context, hall string) (lent []string, err error) {
	_, err = m.db.ReadWriteTransaction(ctx, func(ctx context.Context, tx *spanner.ReadWriteTransaction) error {
		var ids []string
		var marks []*spanner.Mutation
		err := tx.Read(ctx, "Exhibits", spanner.Key{hall}.AsPrefix(), []string{"ID"}).Do(func(r *spanner.Row) error {
			var id string
			if err := r.Columns(&id); err != nil {
				return err
			}
			ids = append(ids, id)
			marks = append(marks, spanner.Update("Exhibits", []string{"ID", "State"}, []any{id, "lent"}))
			return nil
		})
		if err != nil {
			return err
		}
		lent = ids
		return tx.BufferWrite(marks)
	})
	return lent, err
}

// Label empties its text first.
func (m *Museum) Label(ctx context.Context, exhibits iter.Seq[string]) (string, error) {
	var text strings.Builder
	_, err := m.db.ReadWriteTransaction(ctx, func(ctx context.Context, tx *spanner.ReadWriteTransaction) error {
		text.Reset()
		for id := range exhibits {
			text.WriteString(id + "\n")
			if err := tx.BufferWrite([]*spanner.Mutation{spanner.Update("Exhibits", []string{"ID", "Labelled"}, []any{id, true})}); err != nil {
				return err
			}
		}
		return nil
	})
	return text.String(), err
}

// Clean has its set in the run.
func (m *Museum) Clean(ctx context.Context, rooms []string) error {
	_, err := m.db.ReadWriteTransaction(ctx, func(ctx context.Context, tx *spanner.ReadWriteTransaction) error {
		cleaned := map[string]bool{}
		for _, room := range rooms {
			if cleaned[room] {
				continue
			}
			cleaned[room] = true
			if err := tx.BufferWrite([]*spanner.Mutation{spanner.Update("Rooms", []string{"ID", "Clean"}, []any{room, true})}); err != nil {
				return err
			}
		}
		return nil
	})
	return err
}

// Guide asks several halls. What is in the list is not added again, and why the attempts failed is kept on purpose.
func (m *Museum) Guide(ctx context.Context, halls []string) ([]string, error) {
	var names []string
	var problems []error
	known := map[string]bool{}
	err := backoff.Retry(func() error {
		for _, hall := range halls {
			list, err := m.fetch(ctx, hall)
			if err != nil {
				problems = append(problems, err)
				return err
			}
			for _, name := range list {
				if !known[name] {
					known[name] = true
					names = append(names, name)
				}
			}
		}
		return nil
	}, backoff.NewExponentialBackOff())
	if err != nil {
		return nil, errors.Join(problems...)
	}
	return names, nil
}

// Visit is told of by somebody who watches, and waits longer each time.
func (m *Museum) Visit(ctx context.Context, hall string, screen io.Writer) error {
	pause, tried := time.Second, 0
	return backoff.Retry(func() error {
		tried++
		pause *= 2
		fmt.Fprintf(screen, "%s: attempt %d\n", hall, tried)
		m.once.Do(func() { m.uses++ })
		time.Sleep(pause)
		_, err := m.fetch(ctx, hall)
		return err
	}, backoff.NewExponentialBackOff())
}

// Scale reads the object anew into the same variable.
func (m *Museum) Scale(ctx context.Context, space, name string) (*apps.Deployment, error) {
	var d *apps.Deployment
	err := conflict.RetryOnConflict(conflict.DefaultRetry, func() (err error) {
		if d, err = m.kube.AppsV1().Deployments(space).Get(ctx, name, meta.GetOptions{}); err != nil {
			return err
		}
		d.Generation++
		d.Finalizers = append(d.Finalizers, "museum/keep")
		d, err = m.kube.AppsV1().Deployments(space).Update(ctx, d, meta.UpdateOptions{})
		return err
	})
	return d, err
}
