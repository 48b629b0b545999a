// Package drawn builds keys from numbers that nobody has set: what the database draws goes into another record.
package drawn

import (
	"context"
	"strconv"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/uptrace/bun"
	"gorm.io/gorm"
)

// Kite is a row of kites.
type Kite struct {
	bun.BaseModel `bun:"table:kites"`

	ID    int64 `bun:",pk,autoincrement"`
	Color string
}

// loft stores kites.
type loft struct {
	db   *bun.DB
	gorm *gorm.DB
	js   jetstream.JetStream
}

// sew inserts a copy.
func (l *loft) sew(ctx context.Context, color string) error {
	kite := Kite{Color: color}
	err := l.db.RunInTx(ctx, nil, func(ctx context.Context, tx bun.Tx) error {
		row := kite
		_, err := tx.NewInsert().Model(&row).Exec(ctx)
		return err
	})
	if err != nil {
		return err
	}
	_, err = l.js.Publish(ctx, "kites", nil, jetstream.WithMsgID("kite-"+strconv.FormatInt(kite.ID, 10))) // want "IDV104: WithMsgID" "IDV503: .*Publish"
	return err
}

// paint inserts another one.
func (l *loft) paint(ctx context.Context, color string) error {
	var known, kite Kite
	kite.Color = color
	if err := l.gorm.WithContext(ctx).Create(&kite).Error; err != nil {
		return err
	}
	_, err := l.js.Publish(ctx, "kites", nil, jetstream.WithMsgID("kite-"+strconv.FormatInt(known.ID, 10))) // want "IDV104: WithMsgID"
	return err
}
