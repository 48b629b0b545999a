package summary

import (
	"go/types"
	"path"

	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/ssapkg"
)

// standin resolves a method of an interface that the program declares for a part of a library's client: the method of a type
// of that library which has the same name and the same signature. Interfaces like that are how clients are made replaceable
// in tests, and what stands behind them in the program is the client.
func (b *builder) standin(m *types.Func) (target, bool) {
	if t, ok := b.standins[m]; ok {
		return t, t.sum != nil
	}
	t := b.findStandin(m)
	b.standins[m] = t
	return t, t.sum != nil
}

func (b *builder) findStandin(m *types.Func) target {
	sig := m.Signature()
	var seen []*types.Package
	for _, tuple := range []*types.Tuple{sig.Params(), sig.Results()} {
		for i := range tuple.Len() {
			n := ssapkg.Named(elemType(tuple.At(i).Type()))
			if n == nil || n.Obj().Pkg() == nil || n.Obj().Pkg() == b.pkg.Types {
				continue
			}
			p := n.Obj().Pkg()
			if b.rows(p.Path()) == nil || containsPkg(seen, p) {
				continue
			}
			seen = append(seen, p)
			if t, ok := b.methodLike(p, m); ok {
				return t
			}
			if t, ok := b.statementLike(path.Dir(p.Path()), m); ok {
				return t
			}
		}
	}
	return target{}
}

// statementLike finds, among the rows of a package whose types are not at hand, a method of that name which runs the text in a
// parameter that is a text here too. What runs statements is often declared beside the package whose results it returns:
// pgx.Tx returns a pgconn.CommandTag.
func (b *builder) statementLike(home string, m *types.Func) (target, bool) {
	for _, e := range b.rows(home).Methods(m.Name()) {
		for i := range e.Store {
			st := &e.Store[i]
			params := m.Signature().Params()
			if st.Do != model.DoText || st.Text.Root != model.Arg || st.Text.Sel != "" || st.Text.Index >= params.Len() || !isString(params.At(st.Text.Index).Type()) {
				continue
			}
			rows := []*model.Entry{e}
			return target{obj: m, rows: rows, sum: fromRows(rows, m).Function, home: home}, true
		}
	}
	return target{}, false
}

func containsPkg(list []*types.Package, p *types.Package) bool {
	for _, q := range list {
		if p == q {
			return true
		}
	}
	return false
}

// methodLike finds, among the types of a package, the first by name with a method like the given one and with rows for it.
func (b *builder) methodLike(p *types.Package, m *types.Func) (target, bool) {
	for _, name := range p.Scope().Names() {
		tn, ok := p.Scope().Lookup(name).(*types.TypeName)
		if !ok || !tn.Exported() || tn.IsAlias() {
			continue
		}
		n, ok := tn.Type().(*types.Named)
		if !ok || n.TypeParams().Len() > 0 {
			continue
		}
		obj, _, _ := types.LookupFieldOrMethod(n, true, p, m.Name())
		f, ok := obj.(*types.Func)
		if !ok || !types.Identical(types.NewSignatureType(nil, nil, nil, f.Signature().Params(), f.Signature().Results(), f.Signature().Variadic()),
			types.NewSignatureType(nil, nil, nil, m.Signature().Params(), m.Signature().Results(), m.Signature().Variadic())) {
			continue
		}
		if t, ok := b.object(f); ok && len(t.rows) > 0 {
			return t, true
		}
	}
	return target{}, false
}
