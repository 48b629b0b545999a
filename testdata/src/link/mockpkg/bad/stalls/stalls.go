// Package stalls gives stalls of a market to traders.
package stalls

import "context"

// Store knows which trader has which stall.
type Store interface {
	Trader(ctx context.Context, stall string) (string, error)
	Give(ctx context.Context, stall, trader string) error
}

// Market is the use case.
type Market struct{ store Store }

// New makes a market.
func New(s Store) *Market { return &Market{store: s} }

// Take takes a stall for a trader.
func (m *Market) Take(ctx context.Context, stall, trader string) (bool, error) {
	has, err := m.store.Trader(ctx, stall)
	if err != nil || has != "" {
		return has == trader, err
	}
	if err := m.store.Give(ctx, stall, trader); err != nil { // linked "IDV301: market_stalls"
		return false, err
	}
	has, err = m.store.Trader(ctx, stall)
	return has == trader, err
}
