// Package spanner reads in a transaction that writes nothing, and tells afterwards what a row has asked for.
package spanner

import (
	"context"

	"cloud.google.com/go/spanner"
	"github.com/slack-go/slack"
	"google.golang.org/api/iterator"
)

// ward has beds.
type ward struct {
	client *spanner.Client
	chat   *slack.Client
	board  string
}

// admit asks for a notice in the transaction that gives the bed away.
func (w *ward) admit(ctx context.Context, bed, patient string) error {
	_, err := w.client.ReadWriteTransaction(ctx, func(ctx context.Context, txn *spanner.ReadWriteTransaction) error {
		return txn.BufferWrite([]*spanner.Mutation{
			spanner.Update("Beds", []string{"Bed", "Patient"}, []any{bed, patient}),
			spanner.InsertOrUpdate("Notices", []string{"Bed", "Shown"}, []any{bed, false}),
		})
	})
	return err
}

// show writes the board anew from what a snapshot says. Nothing is there that could be rolled back, and the board is the same each time.
func (w *ward) show(ctx context.Context) error {
	txn := w.client.ReadOnlyTransaction()
	defer txn.Close()
	var text string
	rows := txn.Read(ctx, "Beds", spanner.AllKeys(), []string{"Bed", "Patient"})
	defer rows.Stop()
	for {
		row, err := rows.Next()
		if err == iterator.Done {
			break
		}
		if err != nil {
			return err
		}
		var bed, patient string
		if err := row.Columns(&bed, &patient); err != nil {
			return err
		}
		text += bed + " " + patient + "\n"
	}
	_, _, _, err := w.chat.UpdateMessageContext(ctx, "CWARD", w.board, slack.MsgOptionText(text, false))
	return err
}
