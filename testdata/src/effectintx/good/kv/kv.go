// Package kv reads in one transaction and writes in another, and sends in neither.
package kv

import (
	"context"
	"errors"

	"github.com/dgraph-io/badger/v4"
	"github.com/resend/resend-go/v2"
)

// post keeps letters on disk.
type post struct {
	db     *badger.DB
	resend *resend.Client
}

// file stores the letter and what is to be done with it.
func (p *post) file(id, to, text string) error {
	return p.db.Update(func(txn *badger.Txn) error {
		if err := txn.Set([]byte("letter/"+id), []byte(text)); err != nil {
			return err
		}
		return txn.Set([]byte("outbox/"+id), []byte(to))
	})
}

// relay sends what is in the outbox.
func (p *post) relay(ctx context.Context) error {
	waiting := map[string]string{}
	err := p.db.View(func(txn *badger.Txn) error {
		it := txn.NewIterator(badger.IteratorOptions{Prefix: []byte("outbox/"), PrefetchValues: true})
		defer it.Close()
		for it.Rewind(); it.Valid(); it.Next() {
			to, err := it.Item().ValueCopy(nil)
			if err != nil {
				return err
			}
			waiting[string(it.Item().KeyCopy(nil))] = string(to)
		}
		return nil
	})
	if err != nil {
		return err
	}
	var errs []error
	for key, to := range waiting {
		errs = append(errs, p.send(ctx, key, to))
	}
	return errors.Join(errs...)
}

func (p *post) send(ctx context.Context, key, to string) error {
	_, err := p.resend.Emails.SendWithOptions(ctx,
		&resend.SendEmailRequest{From: "post@example.com", To: []string{to}, Subject: "Copy", Text: "A letter was filed."},
		&resend.SendEmailOptions{IdempotencyKey: key})
	if err != nil {
		return err
	}
	return p.db.Update(func(txn *badger.Txn) error { return txn.Delete([]byte(key)) })
}
