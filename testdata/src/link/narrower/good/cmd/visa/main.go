// Command visa is a Lambda function.
package main

import (
	"database/sql"
	"log"
	"os"

	"github.com/aws/aws-lambda-go/lambda"

	"example.com/cases/link/narrower/good/letters"
	"example.com/cases/link/narrower/good/post"
)

func main() {
	db, err := sql.Open("pgx", os.Getenv("DSN"))
	if err != nil {
		log.Fatal(err)
	}
	store := post.Open(db)
	defer store.Close()
	lambda.Start(letters.Office{Bag: store}.Handle)
}
