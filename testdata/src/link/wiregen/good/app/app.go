// Package app is the program.
package app

import (
	"context"

	"gorm.io/gorm"
)

// Wash runs one wash.
func Wash(ctx context.Context, db *gorm.DB, guest string) error {
	return InitializeLaundry(db).Wash(ctx, guest, 3)
}
