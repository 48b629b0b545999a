package robusttest

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/idemvet/idemvet/internal/tooltest"
)

// drum uses C in every way that leaves something without a type, and has one mistake beside it.
var drum = map[string]string{
	"go.mod": tooltest.GoMod,
	"drum.go": `package drum

/*
#include <stdlib.h>
typedef struct { int n; } skin;
static int beat(int n) { return n; }
static skin* stretch() { return 0; }
*/
import "C"

import (
	"crypto/rand"
	"net/http"
	"unsafe"
)

var loud = C.beat(4)

// Drum holds what C gave.
type Drum struct {
	skin *C.skin
	n    C.int
	name string
}

func (d *Drum) beats() C.int { return d.n }

func (d *Drum) called() string { return d.name }

func stretched() *Drum { return &Drum{skin: C.stretch(), name: "x"} }

func text(p unsafe.Pointer) string { return C.GoString((*C.char)(p)) }

func both(d *Drum) string { _ = d.beats(); return d.called() }

func each(list []C.int, by map[string]C.int, d Drum) (n int) {
	for range list {
		n++
	}
	for k := range by {
		n += len(k)
	}
	e := d
	_ = e
	defer C.free(nil)
	return n
}

func same[T any](x T) T { var z C.int; _ = z; return x }

var later = func() int { return int(C.beat(1)) }

const four = C.int(4)

func order(r *http.Request) (err error) {
	for range 3 {
		r.Header.Set("Idempotency-Key", rand.Text())
		if _, err = http.DefaultClient.Do(r); err == nil {
			return nil
		}
	}
	return err
}

var _, _, _, _, _, _, _, _, _ = loud, stretched, text, both, each, same[int], later, four, order
`,
}

// TestCgo: what C gives has no type for an analysis that runs no cgo. The rest of the package is analysed all the same, and positions
// are those of the file that the user wrote, also where the go command has rewritten it.
func TestCgo(t *testing.T) {
	dir, env := tooltest.Write(t, drum), []string{"GOWORK=off", "CGO_ENABLED=1"}
	const at = "drum.go:57:3: "
	res := tooltest.Execute(t, dir, env, tooltest.Tool(t), "--format", "concise")
	if res.Code != 1 || !strings.HasPrefix(res.Stdout, at) || strings.Count(res.Stdout, "\n") != 1 || res.Stderr != "" {
		t.Errorf("exit status %d\n%s%s", res.Code, res.Stdout, res.Stderr)
	}
	cc := strings.Fields(tooltest.Execute(t, dir, env, "go", "env", "CC").Stdout)
	if len(cc) == 0 {
		t.Skip("no C compiler: go vet compiles what uses C")
	}
	if _, err := exec.LookPath(cc[0]); err != nil {
		t.Skip("no C compiler: go vet compiles what uses C")
	}
	vet := tooltest.Execute(t, dir, env, "go", "vet", "-vettool="+tooltest.Tool(t), "./...")
	if vet.Code != 1 || !strings.Contains(vet.Stderr, at) || strings.Count(vet.Stderr, "IDV") != 1 {
		t.Errorf("go vet: exit status %d\n%s", vet.Code, vet.Stderr)
	}
}
