// Package app wires the program.
package app

import (
	"github.com/redis/go-redis/v9"

	"example.com/cases/link/exampleimpl/good/heat"
	"example.com/cases/link/exampleimpl/good/kilns"
	"example.com/cases/link/exampleimpl/good/marks"
)

// Pottery opens the pottery.
func Pottery(rdb *redis.Client, addr string) *kilns.Pottery {
	return &kilns.Pottery{Marks: &marks.Redis{Client: rdb}, Heat: &heat.Client{URL: addr}}
}
