// Package intake pays for empty bottles that machines took back.
package intake

import (
	"context"
	"encoding/json"

	"github.com/nats-io/nats.go/jetstream"

	"example.com/cases/consumerincrement/good/crosspkg/wallet"
)

// Intake reads a stream.
type Intake struct{ Wallets *wallet.Wallets }

// Run takes one batch.
func (i *Intake) Run(ctx context.Context, bottles jetstream.Consumer) error {
	batch, err := bottles.Fetch(50)
	if err != nil {
		return err
	}
	for msg := range batch.Messages() {
		if err := i.pay(ctx, msg.Data()); err != nil {
			return err
		}
		if err := msg.DoubleAck(ctx); err != nil {
			return err
		}
	}
	return batch.Error()
}

// pay names the payment by the receipt that the machine printed.
func (i *Intake) pay(ctx context.Context, data []byte) error {
	var b struct {
		Receipt string `json:"receipt"`
		Wallet  string `json:"wallet"`
		Bottles int64  `json:"bottles"`
	}
	if err := json.Unmarshal(data, &b); err != nil {
		return err
	}
	return i.Wallets.Credit(ctx, "bottles/"+b.Receipt, b.Wallet, 25*b.Bottles)
}
