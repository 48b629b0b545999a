package vettest

import (
	"testing"

	"github.com/idemvet/idemvet/internal/tooltest"
)

func TestMain(m *testing.M) { tooltest.Main(m) }
