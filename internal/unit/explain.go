package unit

import (
	"github.com/idemvet/idemvet/internal/rule"
	"github.com/idemvet/idemvet/internal/ssapkg"
	"github.com/idemvet/idemvet/internal/summary"
)

// Explain analyses a package, as Run does, and tells what is known of one line of a file of it (a base name). The
// explanation is nil where Run would be incomplete.
func Explain(p *Package, imported Lookup, rules []*rule.Rule, file string, line int) (res *Result, x *summary.Explanation) {
	defer func() {
		if r := recover(); r != nil {
			res = &Result{Facts: &summary.Package{}, Incomplete: internal(r)}
			x = nil
		}
	}()
	sp := ssapkg.Build(p.Fset, p.Files, p.Types, p.Info)
	known, comments := p.known(reaching(p.Types, imported))
	sum, x := summary.Explain(sp, known, file, line)
	return p.result(sum, rules, comments), x
}
