package made

import (
	"testing"

	"example.com/cases/parity/ids"
	"example.com/cases/parity/wire"
)

func TestTwice(t *testing.T) {
	for range 3 {
		if err := (&wire.Sender{}).Keyed("1", ids.Fresh()); err == nil {
			return
		}
	}
}
