// Package leases ends leases and tells the tenants through another package, all in one transaction.
package leases

import (
	"context"

	"github.com/uptrace/bun"

	"example.com/cases/effectintx/good/crosspkg/notices"
)

// Lease is a row of leases.
type Lease struct {
	bun.BaseModel `bun:"table:leases"`

	ID      int64 `bun:",pk,autoincrement"`
	Tenant  string
	Address string
}

// Service keeps leases.
type Service struct{ DB *bun.DB }

// End ends a lease.
func (s *Service) End(ctx context.Context, id int64) error {
	return s.DB.RunInTx(ctx, nil, func(ctx context.Context, tx bun.Tx) error {
		var l Lease
		if err := tx.NewSelect().Model(&l).Where("id = ?", id).For("UPDATE").Scan(ctx); err != nil {
			return err
		}
		if err := notices.Ask(ctx, tx, l.Address, "Your lease ends."); err != nil {
			return err
		}
		_, err := tx.NewDelete().Model((*Lease)(nil)).Where("id = ?", id).Exec(ctx)
		return err
	})
}
