// Package txctx carries the transaction in the context.
package txctx

import (
	"context"

	"gorm.io/gorm"
)

type key struct{}

// Within runs work in a transaction, or in the one that ctx has.
func Within(ctx context.Context, db *gorm.DB, work func(context.Context) error) error {
	if _, ok := ctx.Value(key{}).(*gorm.DB); ok {
		return work(ctx)
	}
	return db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		return work(context.WithValue(ctx, key{}, tx))
	})
}

// DB gives the transaction, or db.
func DB(ctx context.Context, db *gorm.DB) *gorm.DB {
	if tx, ok := ctx.Value(key{}).(*gorm.DB); ok {
		return tx
	}
	return db.WithContext(ctx)
}
