// Package app wires the program.
package app

import (
	"database/sql"

	"github.com/segmentio/kafka-go"

	"example.com/cases/link/dedupfront/bad/reader"
	"example.com/cases/link/dedupfront/bad/vines"
	"example.com/cases/link/dedupfront/bad/work"
)

// Reader builds the consumer.
func Reader(db *sql.DB, log *kafka.Reader) *reader.Reader {
	return &reader.Reader{Log: log, DB: db, Handler: work.Kinds{"picked": vines.Picked{}}}
}
