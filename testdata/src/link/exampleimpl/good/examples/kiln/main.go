// Command kiln shows how to take a kiln, with marks that end with the process.
package main

import (
	"context"
	"fmt"
	"os"

	"example.com/cases/link/exampleimpl/good/examples/board"
	"example.com/cases/link/exampleimpl/good/heat"
	"example.com/cases/link/exampleimpl/good/kilns"
)

func main() {
	p := &kilns.Pottery{Marks: board.New(), Heat: &heat.Client{URL: os.Getenv("KILNS")}}
	fmt.Println(p.Take(context.Background(), "north", "ada"))
}
