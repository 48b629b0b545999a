// Command kiln shows how to take a kiln, with marks that end with the process.
package main

import (
	"context"
	"fmt"
	"os"

	"example.com/cases/link/exampleimpl/bad/examples/board"
	"example.com/cases/link/exampleimpl/bad/heat"
	"example.com/cases/link/exampleimpl/bad/kilns"
)

func main() {
	p := &kilns.Pottery{Marks: board.New(), Heat: &heat.Client{URL: os.Getenv("KILNS")}}
	fmt.Println(p.Take(context.Background(), "north", "ada"))
}
