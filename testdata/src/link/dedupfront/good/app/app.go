// Package app wires the program.
package app

import (
	"database/sql"

	"github.com/segmentio/kafka-go"

	"example.com/cases/link/dedupfront/good/front"
	"example.com/cases/link/dedupfront/good/inbox"
	"example.com/cases/link/dedupfront/good/reader"
	"example.com/cases/link/dedupfront/good/vines"
	"example.com/cases/link/dedupfront/good/work"
)

// Reader builds the consumer.
func Reader(db *sql.DB, log *kafka.Reader) *reader.Reader {
	kinds := work.Kinds{"picked": vines.Picked{}}
	return &reader.Reader{Log: log, DB: db, Handler: &front.Once{Inbox: inbox.Table{}, Next: kinds}}
}
