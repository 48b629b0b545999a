// Package shipments orders transports through another package. A shipment that failed is offered to another carrier.
package shipments

import (
	"context"

	"github.com/uptrace/bun"

	"example.com/cases/unknownasfailed/bad/crosspkg/carrier"
)

// Shipment is a row of shipments.
type Shipment struct {
	bun.BaseModel `bun:"table:shipments"`

	ID    string `bun:",pk"`
	Goods string
	State string
}

// Service sends shipments.
type Service struct {
	DB      *bun.DB
	Carrier *carrier.Client
}

// Send orders the transport of a shipment that is stored.
func (s *Service) Send(ctx context.Context, it Shipment) error {
	if err := s.Carrier.Order(ctx, it.ID, it.Goods); err != nil {
		return s.fail(ctx, it.ID)
	}
	_, err := s.DB.NewUpdate().Model((*Shipment)(nil)).Set("state = 'ordered'").Where("id = ? AND state = 'new'", it.ID).Exec(ctx)
	return err
}

func (s *Service) fail(ctx context.Context, id string) error {
	_, err := s.DB.NewUpdate().Model((*Shipment)(nil)).Set("state = 'failed'").Where("id = ? AND state = 'new'", id).Exec(ctx) // want "IDV505: .*shipments"
	return err
}
