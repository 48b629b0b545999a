// Package wallets pays deposits back. The inbox is behind one interface, the wallets are behind another.
package wallets

import (
	"context"
	"database/sql"
	"encoding/json"

	"github.com/segmentio/kafka-go"
)

// Bottle is one message.
type Bottle struct {
	ID     string `json:"id"`
	Wallet string `json:"wallet"`
}

// Inbox knows which messages are done.
type Inbox interface {
	First(ctx context.Context, tx *sql.Tx, id string) (bool, error)
}

// Wallets keeps money.
type Wallets interface {
	Credit(ctx context.Context, tx *sql.Tx, wallet string, cents int) error
}

// Machine consumes bottles.
type Machine struct {
	DB      *sql.DB
	Inbox   Inbox
	Wallets Wallets
}

// Run consumes until ctx ends.
func (m *Machine) Run(ctx context.Context, r *kafka.Reader) error {
	for {
		msg, err := r.FetchMessage(ctx)
		if err != nil {
			return err
		}
		var b Bottle
		if err := json.Unmarshal(msg.Value, &b); err != nil {
			return err
		}
		if err := m.one(ctx, b); err != nil {
			return err
		}
		if err := r.CommitMessages(ctx, msg); err != nil {
			return err
		}
	}
}

func (m *Machine) one(ctx context.Context, b Bottle) error {
	tx, err := m.DB.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	first, err := m.Inbox.First(ctx, tx, b.ID)
	if err != nil || !first {
		return err
	}
	if err := m.Wallets.Credit(ctx, tx, b.Wallet, 25); err != nil {
		return err
	}
	return tx.Commit()
}
