// Package maps draws maps of trails. What was drawn is on a shelf for a while, behind an interface; who asks says how it is drawn.
package maps

import (
	"context"
	"strings"

	"golang.org/x/sync/singleflight"
)

// Shelf keeps texts for a while.
type Shelf interface {
	Get(ctx context.Context, name string) (text string, found bool, err error)
	Save(ctx context.Context, name, text string) error
}

// Trails knows trails.
type Trails interface {
	Line(ctx context.Context, trail string) (string, error)
}

// Desk is the use case.
type Desk struct {
	shelf  Shelf
	trails Trails
	group  singleflight.Group
}

// New makes a desk.
func New(s Shelf, t Trails) *Desk { return &Desk{shelf: s, trails: t} }

// Map draws one trail.
func (d *Desk) Map(ctx context.Context, trail string) (string, error) {
	return d.kept(ctx, "map:"+trail, func(ctx context.Context) (string, error) {
		line, err := d.trails.Line(ctx, trail)
		return "<svg><path d='" + line + "'/></svg>", err
	})
}

// Legend says what is on a map. Ten at a time ask for the same one, so one of them looks.
func (d *Desk) Legend(ctx context.Context, trail string) (string, error) {
	text, err, _ := d.group.Do(trail, func() (any, error) {
		return d.kept(ctx, "legend:"+trail, func(ctx context.Context) (string, error) {
			line, err := d.trails.Line(ctx, trail)
			return strings.ToUpper(trail) + ": " + line, err
		})
	})
	if err != nil {
		return "", err
	}
	return text.(string), nil
}

func (d *Desk) kept(ctx context.Context, name string, build func(ctx context.Context) (string, error)) (string, error) {
	text, found, err := d.shelf.Get(ctx, name)
	if err == nil && found {
		return text, nil
	}
	if text, err = build(ctx); err != nil {
		return "", err
	}
	return text, d.shelf.Save(ctx, name, text)
}
