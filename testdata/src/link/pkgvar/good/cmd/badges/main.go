// Command badges is the program.
package main

import (
	"context"
	"log"
	"os"

	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"example.com/cases/link/pkgvar/good/badges"
	"example.com/cases/link/pkgvar/good/docs"
)

func main() {
	client, err := mongo.Connect(options.Client().ApplyURI(os.Getenv("MONGO")))
	if err != nil {
		log.Fatal(err)
	}
	badges.Default = docs.NewMongo(client.Database("trails"))
	if err := badges.Award(context.Background(), os.Args[1], os.Args[2]); err != nil {
		log.Fatal(err)
	}
}
