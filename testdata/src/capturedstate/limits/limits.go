// Package limits holds mistakes that the rule does not see.
package limits

import (
	"context"
	"database/sql"
	"reflect"

	"github.com/cockroachdb/cockroach-go/v2/crdb"
)

// journal is implemented elsewhere, perhaps by a list in memory, perhaps by a table.
type journal interface {
	Note(line string)
}

func journaled(ctx context.Context, db *sql.DB, j journal, pen string) error {
	return crdb.ExecuteTx(ctx, db, nil, func(tx *sql.Tx) error {
		j.Note("pen " + pen) // miss: IDV506 what an implementation in another package changes is not known here
		_, err := tx.ExecContext(ctx, `UPDATE pens SET state = 'used' WHERE id = $1`, pen)
		return err
	})
}

func reflected(ctx context.Context, db *sql.DB, out any, pen string) error {
	return crdb.ExecuteTx(ctx, db, nil, func(tx *sql.Tx) error {
		list := reflect.ValueOf(out).Elem()
		list.Set(reflect.Append(list, reflect.ValueOf(pen))) // miss: IDV506 changes by reflection are not followed
		_, err := tx.ExecContext(ctx, `UPDATE pens SET state = 'used' WHERE id = $1`, pen)
		return err
	})
}
