// Package callbacks changes the outside in functions that something else calls, inside of a transaction that can run again.
package callbacks

import (
	"context"
	"iter"
	"maps"
	"strings"

	"cloud.google.com/go/spanner"
)

// Museum has exhibits.
type Museum struct{ db *spanner.Client }

// Lend marks what is lent, and returns it. The rows come to a function literal.
func (m *Museum) Lend(ctx context.Context, hall string) ([]string, error) {
	var lent []string
	_, err := m.db.ReadWriteTransaction(ctx, func(ctx context.Context, tx *spanner.ReadWriteTransaction) error {
		var marks []*spanner.Mutation
		err := tx.Read(ctx, "Exhibits", spanner.Key{hall}.AsPrefix(), []string{"ID"}).Do(func(r *spanner.Row) error {
			var id string
			if err := r.Columns(&id); err != nil {
				return err
			}
			lent = append(lent, id) // want "IDV506: .*lent"
			marks = append(marks, spanner.Update("Exhibits", []string{"ID", "State"}, []any{id, "lent"}))
			return nil
		})
		if err != nil {
			return err
		}
		return tx.BufferWrite(marks)
	})
	return lent, err
}

// Label writes a label for each exhibit, in the order of an iterator.
func (m *Museum) Label(ctx context.Context, exhibits iter.Seq[string]) (string, error) {
	var text strings.Builder
	_, err := m.db.ReadWriteTransaction(ctx, func(ctx context.Context, tx *spanner.ReadWriteTransaction) error {
		for id := range exhibits {
			text.WriteString(id + "\n") // want "IDV506: .*text"
			if err := tx.BufferWrite([]*spanner.Mutation{spanner.Update("Exhibits", []string{"ID", "Labelled"}, []any{id, true})}); err != nil {
				return err
			}
		}
		return nil
	})
	return text.String(), err
}

// Clean keeps a set of the rooms that were cleaned. In the second run they are all in it, and nothing is written.
func (m *Museum) Clean(ctx context.Context, rooms map[string]int64) (map[string]bool, error) {
	cleaned := map[string]bool{}
	_, err := m.db.ReadWriteTransaction(ctx, func(ctx context.Context, tx *spanner.ReadWriteTransaction) error {
		for room := range maps.Keys(rooms) {
			if cleaned[room] {
				continue
			}
			cleaned[room] = true // want "IDV506: .*cleaned"
			if err := tx.BufferWrite([]*spanner.Mutation{spanner.Update("Rooms", []string{"ID", "Clean"}, []any{room, true})}); err != nil {
				return err
			}
		}
		return nil
	})
	return cleaned, err
}
