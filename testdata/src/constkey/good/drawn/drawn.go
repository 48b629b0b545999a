// Package drawn builds keys from numbers that the database draws and a library writes back into the record.
package drawn

import (
	"context"
	"encoding/json"
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

// sew inserts in a transaction, by a pointer that the function literal captures.
func (l *loft) sew(ctx context.Context, color string) error {
	kite := &Kite{Color: color}
	err := l.db.RunInTx(ctx, nil, func(ctx context.Context, tx bun.Tx) error {
		_, err := tx.NewInsert().Model(kite).Exec(ctx)
		return err
	})
	if err != nil {
		return err
	}
	_, err = l.js.Publish(ctx, "kites", nil, jetstream.WithMsgID("kite-"+strconv.FormatInt(kite.ID, 10))) // want "IDV503: .*Publish"
	return err
}

// glue does so with a variable that is no pointer.
func (l *loft) glue(ctx context.Context, color string) error {
	kite := Kite{Color: color}
	err := l.gorm.WithContext(ctx).Transaction(func(tx *gorm.DB) error { return tx.Create(&kite).Error })
	if err != nil {
		return err
	}
	_, err = l.js.Publish(ctx, "kites", nil, jetstream.WithMsgID("kite-"+strconv.FormatInt(kite.ID, 10))) // want "IDV503: .*Publish"
	return err
}

// fold inserts without a function literal.
func (l *loft) fold(ctx context.Context, color string) error {
	kite := &Kite{Color: color}
	if _, err := l.db.NewInsert().Model(kite).Returning("id").Exec(ctx); err != nil {
		return err
	}
	_, err := l.js.Publish(ctx, "kites", nil, jetstream.WithMsgID("kite-"+strconv.FormatInt(kite.ID, 10))) // want "IDV503: .*Publish"
	return err
}

// paint has the other library.
func (l *loft) paint(ctx context.Context, color string) error {
	kite := Kite{Color: color}
	if err := l.gorm.WithContext(ctx).Create(&kite).Error; err != nil {
		return err
	}
	_, err := l.js.Publish(ctx, "kites", nil, jetstream.WithMsgID("kite-"+strconv.FormatInt(kite.ID, 10))) // want "IDV503: .*Publish"
	return err
}

// add is a repository's method.
func (l *loft) add(ctx context.Context, kite *Kite) error {
	return l.gorm.WithContext(ctx).Create(kite).Error
}

// mend inserts by a method of its own.
func (l *loft) mend(ctx context.Context, color string) error {
	kite := &Kite{Color: color}
	if err := l.add(ctx, kite); err != nil {
		return err
	}
	_, err := l.js.Publish(ctx, "kites", nil, jetstream.WithMsgID("kite-"+strconv.FormatInt(kite.ID, 10))) // want "IDV503: .*Publish"
	return err
}

// filler is anybody's.
type filler interface {
	Fill(ctx context.Context, kite *Kite) error
}

// lend leaves it to somebody who is not known, in a literal.
func (l *loft) lend(ctx context.Context, f filler, run func(func() error) error) error {
	var kite Kite
	if err := run(func() error { return f.Fill(ctx, &kite) }); err != nil {
		return err
	}
	_, err := l.js.Publish(ctx, "kites", nil, jetstream.WithMsgID("kite-"+strconv.FormatInt(kite.ID, 10)))
	return err
}

// read decodes in a literal.
func (l *loft) read(ctx context.Context, text []byte, run func(func() error) error) error {
	var kite Kite
	if err := run(func() error { return json.Unmarshal(text, &kite) }); err != nil {
		return err
	}
	_, err := l.js.Publish(ctx, "kites", nil, jetstream.WithMsgID("kite-"+strconv.FormatInt(kite.ID, 10)))
	return err
}
