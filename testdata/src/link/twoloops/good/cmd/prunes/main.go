// Command prunes counts the crates that are typed.
package main

import (
	"bufio"
	"context"
	"database/sql"
	"log"
	"os"

	"example.com/cases/link/twoloops/good/inbox"
	"example.com/cases/link/twoloops/good/prunes"
)

func main() {
	db, err := sql.Open("pgx", os.Getenv("DSN"))
	if err != nil {
		log.Fatal(err)
	}
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		if err := once(context.Background(), db, in.Text()); err != nil {
			log.Fatal(err)
		}
	}
}

func once(ctx context.Context, db *sql.DB, line string) error {
	return inbox.RunOnce(ctx, &prunes.Prunes{DB: db}, line)
}
