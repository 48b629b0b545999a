// Package spanner posts into a chat from a closure that runs again when the transaction is aborted.
package spanner

import (
	"context"

	"cloud.google.com/go/spanner"
	"github.com/slack-go/slack"
)

// ward has beds.
type ward struct {
	client *spanner.Client
	chat   *slack.Client
}

func (w *ward) admit(ctx context.Context, bed, patient string) error {
	_, err := w.client.ReadWriteTransaction(ctx, func(ctx context.Context, txn *spanner.ReadWriteTransaction) error {
		row, err := txn.ReadRow(ctx, "Beds", spanner.Key{bed}, []string{"Nurse"})
		if err != nil {
			return err
		}
		var nurse string
		if err := row.Columns(&nurse); err != nil {
			return err
		}
		if _, _, err := w.chat.PostMessageContext(ctx, nurse, slack.MsgOptionText("Bed "+bed+" is taken.", false)); err != nil { // want "IDV502: .*PostMessageContext"
			return err
		}
		return txn.BufferWrite([]*spanner.Mutation{spanner.Update("Beds", []string{"Bed", "Patient"}, []any{bed, patient})})
	})
	return err
}
