package ssapkg

import (
	"go/ast"
	"go/token"
	"go/types"
)

// Asserted lists the types of which the source says that they implement an interface, for the compiler to check:
// var _ Store = (*Postgres)(nil). SSA has no trace of it.
func (p *Package) Asserted(yield func(iface, impl types.Type)) {
	for _, f := range p.files {
		for _, d := range f.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.VAR {
				continue
			}
			for _, spec := range g.Specs {
				if v, ok := spec.(*ast.ValueSpec); ok {
					p.asserted(v, yield)
				}
			}
		}
	}
}

func (p *Package) asserted(v *ast.ValueSpec, yield func(iface, impl types.Type)) {
	if v.Type == nil {
		return
	}
	iface := p.Info.TypeOf(v.Type)
	if iface == nil || !types.IsInterface(iface) {
		return
	}
	for i, name := range v.Names {
		if name.Name != "_" || i >= len(v.Values) {
			continue
		}
		if impl := p.Info.TypeOf(v.Values[i]); impl != nil && !types.IsInterface(impl) {
			yield(iface, impl)
		}
	}
}
