// Package notices keeps letters in the database, and takes part in the transaction of whoever asks for one.
package notices

import (
	"context"

	"github.com/uptrace/bun"
)

// Letter is a row of letters. The printing service fetches them by its own cursor.
type Letter struct {
	bun.BaseModel `bun:"table:letters"`

	ID        int64 `bun:",pk,autoincrement"`
	Recipient string
	Text      string
}

// Ask stores a letter.
func Ask(ctx context.Context, tx bun.Tx, to, text string) error {
	_, err := tx.NewInsert().Model(&Letter{Recipient: to, Text: text}).Exec(ctx)
	return err
}

// After gives the letters that the printing service has not seen.
func After(ctx context.Context, db *bun.DB, cursor int64) (out []Letter, err error) {
	err = db.NewSelect().Model(&out).Where("id > ?", cursor).Order("id").Limit(100).Scan(ctx)
	return out, err
}
