// Package redigo locks by commands that are text.
package redigo

import "github.com/gomodule/redigo/redis"

// cool uses a connection that its caller holds.
func cool(c redis.Conn, oven string, wait func() error) error {
	n, err := redis.Int(c.Do("SETNX", "cooling:"+oven, "1")) // want "IDV302: .*(Do|SETNX)"
	if err != nil || n == 0 {
		return err
	}
	defer c.Do("DEL", "cooling:"+oven)
	return wait()
}
