// Package harps lends harps. The methods of the interface are taken as values before they are called.
package harps

import "context"

// Vault knows who has which harp.
type Vault interface {
	Find(ctx context.Context, harp string) (string, error)
	Add(ctx context.Context, harp, player string) error
}

// Office is the use case.
type Office struct{ Vault Vault }

// Lend lends a harp.
func (o *Office) Lend(ctx context.Context, harp, player string) (bool, error) {
	find, add := o.Vault.Find, o.Vault.Add
	holder, err := find(ctx, harp)
	if err != nil {
		return false, err
	}
	if holder != "" {
		return holder == player, nil
	}
	if err := add(ctx, harp, player); err != nil {
		return false, err
	}
	holder, err = o.Vault.Find(ctx, harp)
	return holder == player, err
}
