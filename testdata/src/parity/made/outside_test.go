package made_test

import (
	"testing"

	"example.com/cases/parity/ids"
	"example.com/cases/parity/made"
	"example.com/cases/parity/wire"
)

func TestOutside(t *testing.T) {
	for range 3 {
		if err := (&wire.Sender{}).Keyed("1", ids.Fresh()); err == nil {
			return
		}
	}
	_ = made.Twice
}
