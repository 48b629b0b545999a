// Package app wires the program.
package app

import (
	"github.com/redis/go-redis/v9"

	"example.com/cases/link/handlermap/good/dispatch"
	"example.com/cases/link/handlermap/good/points"
)

// Dispatcher builds the dispatcher.
func Dispatcher(rdb *redis.Client) *dispatch.Dispatcher {
	return dispatch.New(map[string]dispatch.Handler{
		"points.credit": &points.Credit{Client: rdb},
		"points.void":   &points.Void{Client: rdb},
	})
}
