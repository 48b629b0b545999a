// Package again calls functions until they succeed.
package again

import "time"

// Policy says how often, and what happens before each time.
type Policy struct {
	Times  int
	Before func(n int)
}

// Do calls op until it succeeds.
func Do(p Policy, op func() error) (err error) {
	for n := range p.Times {
		if p.Before != nil {
			p.Before(n)
		}
		if err = op(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// Each hands a value to what is called again, too.
func Each[T any](v T, op func(T) error) error {
	return Do(Policy{Times: 3}, func() error { return op(v) })
}
