// Package kv sends from the transactions of stores that are no SQL databases.
package kv

import (
	"context"
	"fmt"

	"github.com/dgraph-io/badger/v4"
	"github.com/sendgrid/sendgrid-go"
	"github.com/sendgrid/sendgrid-go/helpers/mail"
)

// post keeps letters on disk.
type post struct {
	db *badger.DB
	sg *sendgrid.Client
}

// file mails a copy in the transaction, whose commit can end in a conflict.
func (p *post) file(ctx context.Context, id, to, text string) error {
	return p.db.Update(func(txn *badger.Txn) error {
		if err := p.copy(ctx, to, text); err != nil {
			return err
		}
		return txn.Set([]byte("letter/"+id), []byte(text))
	})
}

func (p *post) copy(ctx context.Context, to, text string) error {
	m := mail.NewSingleEmail(mail.NewEmail("Post", "post@example.com"), "Copy", mail.NewEmail("", to), text, "")
	resp, err := p.sg.SendWithContext(ctx, m) // want "IDV502: .*SendWithContext"
	if err != nil {
		return err
	}
	if resp.StatusCode >= 300 {
		return fmt.Errorf("sendgrid: %d", resp.StatusCode)
	}
	return nil
}
