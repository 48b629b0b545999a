// Package tour sends guards round the vaults.
package tour

import (
	"context"

	"example.com/cases/claimttl/good/vaults/vault"
)

// Round is one guard's tour.
type Round struct {
	Doors *vault.Doors
	Guard string
}

// Check looks into each vault where nobody else is.
func (r Round) Check(ctx context.Context, vaults []string, look func(context.Context, string) error) error {
	for _, v := range vaults {
		if err := r.visit(ctx, v, look); err != nil {
			return err
		}
	}
	return nil
}

func (r Round) visit(ctx context.Context, v string, look func(context.Context, string) error) error {
	if !r.Doors.Open(ctx, v, r.Guard) {
		return nil
	}
	defer r.Doors.Close(context.WithoutCancel(ctx), v, r.Guard)
	return look(ctx, v)
}
