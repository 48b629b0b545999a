// Command hut is the program.
package main

import (
	"context"
	"log"
	"os"

	"example.com/cases/link/funcfield/good/app"
	"example.com/cases/link/funcfield/good/warden"
)

func main() {
	w := warden.New(app.Deps("https://bank.example.com"))
	if err := w.Settle(context.Background(), warden.Stay{ID: os.Args[1], Guest: os.Args[2], Cents: 3200}); err != nil {
		log.Fatal(err)
	}
}
