// Package feed reads what the scales say, and hands each batch to a function that it was given, until that does not fail.
package feed

import (
	"context"
	"encoding/json"
	"time"
)

// Batch is what was weighed at one time.
type Batch struct {
	Barn  string `json:"barn"`
	Kilos int    `json:"kilos"`
}

// Run reads to the end.
func (f *Feed) Run(ctx context.Context) error {
	for f.lines.Scan() {
		var b Batch
		if err := json.Unmarshal(f.lines.Bytes(), &b); err != nil {
			return err
		}
		if err := f.hand(ctx, b); err != nil {
			return err
		}
	}
	return f.lines.Err()
}

func (f *Feed) hand(ctx context.Context, b Batch) (err error) {
	for range 3 {
		if err = f.each(ctx, b); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
