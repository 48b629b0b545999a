// Package again repeats what failed.
package again

import "time"

// Do calls op until it succeeds, at most n times.
func Do(n int, op func() error) error {
	var err error
	for i := 0; i < n; i++ {
		if err = op(); err == nil {
			return nil
		}
		time.Sleep(100 * time.Millisecond << i)
	}
	return err
}
