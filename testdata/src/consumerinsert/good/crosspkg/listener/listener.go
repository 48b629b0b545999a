// Package listener books what the tills of a swimming pool report.
package listener

import (
	"context"
	"encoding/json"

	"github.com/Azure/azure-sdk-for-go/sdk/messaging/azservicebus"

	"example.com/cases/consumerinsert/good/crosspkg/journal"
)

// Listener reads a queue with locks: a message whose lock ran out is delivered again.
type Listener struct {
	Tills   *azservicebus.Receiver
	Journal *journal.Journal
}

// Run takes one batch.
func (l *Listener) Run(ctx context.Context) error {
	msgs, err := l.Tills.ReceiveMessages(ctx, 20, nil)
	if err != nil {
		return err
	}
	for _, m := range msgs {
		if err := l.book(ctx, m.MessageID, m.Body); err != nil {
			return err
		}
		if err := l.Tills.CompleteMessage(ctx, m, nil); err != nil {
			return err
		}
	}
	return nil
}

func (l *Listener) book(ctx context.Context, id string, body []byte) error {
	var sale struct {
		Till  string `json:"till"`
		Cents int64  `json:"cents"`
	}
	if err := json.Unmarshal(body, &sale); err != nil {
		return err
	}
	return l.Journal.Append(ctx, id, sale.Till, sale.Cents)
}
