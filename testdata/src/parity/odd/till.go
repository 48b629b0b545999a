//go:build till

package odd

import (
	"example.com/cases/parity/ids"
	"example.com/cases/parity/wire"
)

// Till is there with a tag only.
func Till(s *wire.Sender, order string) (err error) {
	for range 3 {
		if err = s.Keyed(order, ids.Fresh()); err == nil {
			return nil
		}
	}
	return err
}
