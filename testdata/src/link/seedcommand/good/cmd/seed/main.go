// Command seed writes huts to play with.
package main

import (
	"context"
	"database/sql"
	"log"
	"os"

	"example.com/cases/link/seedcommand/good/huts"
	"example.com/cases/link/seedcommand/good/seed"
)

func main() {
	db, err := sql.Open("pgx", os.Getenv("DSN"))
	if err != nil {
		log.Fatal(err)
	}
	if err := seed.Run(context.Background(), &huts.Table{DB: db}); err != nil {
		log.Fatal(err)
	}
}
