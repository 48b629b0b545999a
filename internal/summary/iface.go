package summary

import (
	"go/types"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/ssapkg"
)

// exportInterfaces tells importers what happens outside when a method of an interface is called that one type of this package
// implements and no other. Nothing else is told: what a caller may rely on is the interface, and another package may implement it
// too.
func (b *builder) exportInterfaces(facts *Package) {
	scope := b.pkg.Types.Scope()
	for _, name := range scope.Names() {
		tn, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || !tn.Exported() || tn.IsAlias() || !types.IsInterface(tn.Type()) {
			continue
		}
		impls := b.onlyImpl(ssapkg.Named(tn.Type()))
		if len(impls) != 1 {
			continue
		}
		for i, it := 0, tn.Type().Underlying().(*types.Interface); i < it.NumMethods(); i++ {
			b.exportMethod(facts, name, it.Method(i).Name(), impls[0])
		}
	}
}

func (b *builder) exportMethod(facts *Package, iface, name string, impl types.Type) {
	obj, _, _ := types.LookupFieldOrMethod(impl, true, b.pkg.Types, name)
	m, ok := obj.(*types.Func)
	if !ok || b.decls[m.Origin()] == nil || b.sums[b.decls[m.Origin()]] == nil {
		return
	}
	sum := &Function{}
	for _, o := range b.sums[b.decls[m.Origin()]].Ops {
		if o.Effect != "" {
			sum.Ops = append(sum.Ops, effect.Op{Effect: o.Effect, Name: o.Name, Keyed: o.Keyed, At: o.At, Func: o.Func, Via: o.Via})
		}
	}
	if len(sum.Ops) > 0 {
		facts.SetFunc(iface, name, sum)
	}
}
