package odd

import (
	"example.com/cases/parity/again"
	"example.com/cases/parity/wire"
)

// Push is for one system only.
func Push(s *wire.Sender, order string) error {
	return again.Do(again.Policy{Times: 2}, func() error {
		return s.Post(order) // want "IDV106"
	})
}
