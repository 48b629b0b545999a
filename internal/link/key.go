package link

import (
	"crypto/sha256"
	"fmt"
)

// Key identifies all that the analysis of a package depends on beside the package and the facts of its own analysis' imports: what
// its calls are resolved to, what is known of the functions that it uses, and why it runs again.
type Key [sha256.Size]byte

// key is that of a unit as things stand. Worlds in which a package sees the same share its analysis, and so can runs.
func (w *world) key(i int) Key {
	h := sha256.New()
	res := w.l.units[i].Result
	for c := range res.Wiring.Calls {
		for _, cand := range w.Resolve(&res.Wiring.Calls[c]) {
			fmt.Fprintf(h, "call %d %s\n", c, cand.Impl)
		}
	}
	for _, u := range w.uses[i] {
		w.addUse(h, u)
	}
	for _, a := range w.again[i] {
		fmt.Fprintf(h, "again %q %q %q %v %t %t\n", a.Symbol, a.Regime, a.Cause.Text, a.Cause.At, a.Through, a.Drops)
	}
	return Key(h.Sum(nil))
}

func (w *world) addUse(h interface{ Write([]byte) (int, error) }, u use) {
	n, ok := w.l.index[u.Pkg]
	if !ok {
		return
	}
	d, known := w.facts[n].Digests()[u.Symbol]
	if !known {
		d, known = w.inner[n].Digests()[u.Symbol]
	}
	if known {
		fmt.Fprintf(h, "use %s %x\n", u, d[:])
	}
}
