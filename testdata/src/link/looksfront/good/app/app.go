// Package app wires the program.
package app

import (
	"database/sql"

	"github.com/segmentio/kafka-go"

	"example.com/cases/link/looksfront/good/front"
	"example.com/cases/link/looksfront/good/inbox"
	"example.com/cases/link/looksfront/good/press"
	"example.com/cases/link/looksfront/good/reader"
)

// Reader builds the consumer.
func Reader(db *sql.DB, log *kafka.Reader) *reader.Reader {
	return &reader.Reader{Log: log, DB: db, Handler: &front.Fresh{Inbox: inbox.Table{}, Next: &press.Press{}}}
}
