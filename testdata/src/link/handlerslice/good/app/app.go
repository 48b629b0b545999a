// Package app wires the program.
package app

import (
	"database/sql"

	"github.com/segmentio/kafka-go"

	"example.com/cases/link/handlerslice/good/ledger"
	"example.com/cases/link/handlerslice/good/scores"
	"example.com/cases/link/handlerslice/good/screen"
)

// Reader builds the reader.
func Reader(k *kafka.Reader, db *sql.DB) *scores.Reader {
	all := []scores.Listener{&screen.Screen{Name: "hall"}, &ledger.Ledger{DB: db}}
	return scores.NewReader(k, all...)
}
