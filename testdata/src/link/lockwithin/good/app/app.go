// Package app wires the program.
package app

import (
	"database/sql"

	"github.com/segmentio/kafka-go"

	"example.com/cases/link/lockwithin/good/front"
	"example.com/cases/link/lockwithin/good/inbox"
	"example.com/cases/link/lockwithin/good/press"
	"example.com/cases/link/lockwithin/good/reader"
)

// Reader builds the consumer.
func Reader(db *sql.DB, log *kafka.Reader) *reader.Reader {
	return &reader.Reader{Log: log, DB: db, Handler: &front.Fresh{Inbox: inbox.Table{}, Next: &press.Press{}}}
}
