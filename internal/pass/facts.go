package pass

import (
	"fmt"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/idemvet/idemvet/internal/summary"
	"github.com/idemvet/idemvet/internal/unit"
)

// facts are what importers need to know of a package, in the form in which go vet hands them on too, so that no host knows more
// than another. Facts of single functions would do as well, but then fields, tables and rows in the source need facts of
// their own, each with objects that some hosts can name and others cannot.
type facts struct{ Data []byte }

func (*facts) AFact() {}

func (f *facts) String() string { return fmt.Sprintf("%d bytes", len(f.Data)) }

// export hands to importers what a package comes to.
func export(p *analysis.Pass, of *summary.Package) {
	if data := of.Encode(); len(data) > 0 {
		p.ExportPackageFact(&facts{data})
	}
}

// imported looks up what a direct import came to. Some hosts would tell of indirect ones too, others and go vet do not know of them, and
// all are to find the same. What another build of the tool wrote counts as unknown.
func imported(p *analysis.Pass) unit.Lookup {
	encoded := map[string][]byte{}
	for _, imp := range p.Pkg.Imports() {
		var f facts
		if p.ImportPackageFact(imp, &f) {
			encoded[imp.Path()] = f.Data
		}
	}
	var mu sync.Mutex
	known := map[string]*summary.Package{}
	return func(path string) *summary.Package {
		mu.Lock()
		defer mu.Unlock()
		of, ok := known[path]
		if !ok && len(encoded[path]) > 0 {
			of, _ = summary.Decode(encoded[path])
			known[path] = of
		}
		return of
	}
}
