// Command turf runs one verb.
package main

import (
	"context"
	"database/sql"
	"log"
	"os"

	"example.com/cases/link/twoobjects/bad/diggers"
	"example.com/cases/link/twoobjects/bad/verbs"
)

func main() {
	db, err := sql.Open("pgx", os.Getenv("DSN"))
	if err != nil {
		log.Fatal(err)
	}
	if err := run(context.Background(), db, os.Args[1], os.Args[2]); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, db *sql.DB, verb, word string) error {
	return verbs.Of("dig", (&diggers.Diggers{DB: db}).Dig).Do(ctx, verb, "", word)
}
