package summary

import (
	"go/token"
	"maps"
	"slices"

	"github.com/idemvet/idemvet/internal/model"
)

// Hosts such as go vet hand over the facts of direct imports only, while code also calls methods of what they return, whose package it
// need not import. So a package carries the facts of the methods that its importers reach through it.

// wireCarried is what a package carries of another one.
type wireCarried struct {
	Path       string
	Funcs      []wireFunc
	Fields     []wireField
	Directives []model.Directive
}

// Carry adds the part of another package's facts that is about some of its types: what importers of p reach through values.
// Functions are left out: who calls one imports its package.
func (p *Package) Carry(path string, of *Package, names map[string]bool) {
	q := &Package{directives: of.Directives()}
	of.Each(func(recv, name string, f *Function) {
		if names[recv] && token.IsExported(name) {
			q.SetFunc(recv, name, f)
		}
	}, func(owner, name string, calls []Call) {
		if names[owner] && token.IsExported(name) {
			q.SetField(owner, name, calls)
		}
	})
	if len(q.funcs)+len(q.fields)+len(q.directives) > 0 {
		p.carry(path, q)
	}
}

func (p *Package) carry(path string, q *Package) {
	if p.carried == nil {
		p.carried = map[string]*Package{}
	}
	p.carried[path] = q
}

// Carried is what p carries of the package with that import path, or nil.
func (p *Package) Carried(path string) *Package {
	if p == nil {
		return nil
	}
	return p.carried[path]
}

// Join puts together what several packages carry of one; nil if there are none.
func Join(parts []*Package) *Package {
	switch len(parts) {
	case 0:
		return nil
	case 1:
		return parts[0]
	}
	all := &Package{}
	for _, p := range parts {
		p.Each(func(recv, name string, f *Function) { all.SetFunc(recv, name, f) }, all.SetField)
		all.directives = p.directives // each has all of them
	}
	return all
}

func (p *Package) wireCarried() []wireCarried {
	var out []wireCarried
	for _, path := range slices.Sorted(maps.Keys(p.carried)) {
		q := p.carried[path]
		out = append(out, wireCarried{path, q.wireFuncs(), q.wireFields(), q.directives})
	}
	return out
}
