// Package wiring finds out what a program puts behind its interfaces and function values: which types are converted to an
// interface and which fields, parameters, results and variables they reach from there.
//
// Scan reads it from one package, as plain data that caches can keep; Join puts the packages of a program together and follows
// the values from place to place. Places are those of types, not of objects: what one Service holds in a field, all may hold. That
// is what keeps the answer small and independent of the order in which packages come.
package wiring

import (
	"slices"
	"strings"
)

// Impl is a function or method with a body: the import path, and "Recv.Name", "Name", or either with "$1" for a literal in it.
type Impl struct{ Pkg, Symbol string }

// Recv and Name are the parts of the symbol.
func (i Impl) Recv() string {
	recv, _, ok := strings.Cut(i.Symbol, ".")
	if !ok {
		return ""
	}
	return recv
}

// Name is the symbol without the receiver.
func (i Impl) Name() string { return i.Symbol[strings.IndexByte(i.Symbol, '.')+1:] }

func (i Impl) key() string { return i.Pkg + " " + i.Symbol }

// Source is where a value can come from: a type that became an interface, a function, or a place that holds other values. Its
// first letter tells which.
type Source string

const (
	typeSource  = "t "
	funcSource  = "f "
	placeSource = "p "
)

// place makes a Source of a place.
func place(kind string, parts ...string) Source {
	return Source(placeSource + kind + " " + strings.Join(parts, " "))
}

func (i Impl) param(n string) Source  { return place("param", i.key(), n) }
func (i Impl) result(n string) Source { return place("result", i.key(), n) }

// iface is the place of all that is converted to an interface, for where nothing better is known.
func iface(name string) Source { return place("iface", name) }

// asserted is the place of the types that are said to implement an interface.
func (s Source) asserted() Source {
	name, _ := strings.CutPrefix(string(s), placeSource+"iface ")
	return place("asserted", name)
}

// Method is one of a type's methods: where it is declared, or the field whose method it is, for one that is promoted from an
// interface that a struct embeds.
type Method struct {
	Name  string
	Pkg   string `json:",omitempty"` // "" for that of the type
	Recv  string `json:",omitempty"` // "" for the type
	Field Source `json:",omitempty"`
}

// Type is a type that becomes an interface value.
type Type struct {
	Name    string // "*example.com/store.Postgres"
	Mock    bool   `json:",omitempty"`
	Methods []Method
}

// impl is the method of that name; ok is false where there is none, and field set where another place decides.
func (t *Type) impl(name string) (i Impl, field Source, ok bool) {
	for _, m := range t.Methods {
		if m.Name != name {
			continue
		}
		pkg, recv := splitType(t.Name)
		if m.Pkg != "" {
			pkg = m.Pkg
		}
		if m.Recv != "" {
			recv = m.Recv
		}
		return Impl{pkg, recv + "." + name}, m.Field, true
	}
	return Impl{}, "", false
}

// splitType splits "*example.com/store.Postgres" into import path and name.
func splitType(name string) (pkg, base string) {
	name = strings.TrimPrefix(name, "*")
	dot := strings.LastIndexByte(name, '.')
	return name[:max(dot, 0)], name[dot+1:]
}

// Flow says that what is at From reaches To.
type Flow struct{ To, From Source }

// Call is a call through an interface or a function value.
type Call struct {
	In     string     // symbol of the function that makes it
	From   []Source   // of the interface or the function
	Many   bool       `json:",omitempty"` // it is read from a container
	Iface  Source     `json:",omitempty"` // what is converted to the interface, "" for function values and nameless interfaces
	Method string     `json:",omitempty"` // "" for function values
	Handed bool       `json:",omitempty"` // it is not called but handed over, to something that may call it
	Known  bool       `json:",omitempty"` // the package itself, with rows and facts of imports, knows what is called
	Args   [][]Source `json:",omitempty"`
	// Result is the place of the results, without their numbers; Bound that of a method value that is made, not called.
	Result Source `json:",omitempty"`
	Bound  Source `json:",omitempty"`
}

// Several reports whether all that the call may reach has its turn, as with what is read from a container, and with functions: they
// are in fields of different objects, where types behind an interface are choices.
func (c *Call) Several() bool { return c.Many || c.Method == "" }

// OfParam reports whether what is called may be a parameter.
func (c *Call) OfParam() bool { return slices.ContainsFunc(c.From, Source.IsParam) }

// PassesOn reports whether the method of a type calls the method of the same name of something else, as decorators do.
func (c *Call) PassesOn() bool {
	_, name, ok := strings.Cut(c.In, ".")
	return ok && name == c.Method
}

// Facts is the wiring in one package.
type Facts struct {
	Types []Type `json:",omitempty"`
	Flows []Flow `json:",omitempty"`
	Calls []Call `json:",omitempty"`
	// Made are the declared struct types of the program that a function makes values of.
	Made []Made `json:",omitempty"`
	// Looks are the symbols of functions that look something up or claim it before they call others.
	Looks []string `json:",omitempty"`
	// Uses are the functions with bodies in the program that are called or mentioned.
	Uses []Use `json:",omitempty"`
}

// Use says that a function calls or mentions another one.
type Use struct {
	In    string // symbol
	Of    Impl
	Times int
	Calls bool `json:",omitempty"`
}

// Made says that a function makes values of a type.
type Made struct {
	In    string // symbol
	Type  string // "example.com/bus.Registry"
	Times int
}

// IsParam reports whether the source is a parameter.
func (s Source) IsParam() bool { return strings.HasPrefix(string(s), placeSource+"param ") }

// Name is the last part of a source's name: that of a field or a variable.
func (s Source) Name() string { return string(s[strings.LastIndexAny(string(s), " .")+1:]) }

// Functions lists the functions that are put somewhere.
func (f *Facts) Functions() []Impl {
	var list []Impl
	add := func(s Source) {
		if key, ok := strings.CutPrefix(string(s), funcSource); ok {
			pkg, symbol, _ := strings.Cut(key, " ")
			list = append(list, Impl{pkg, symbol})
		}
	}
	for _, fl := range f.Flows {
		add(fl.From)
	}
	for i := range f.Calls {
		for _, arg := range f.Calls[i].Args {
			for _, s := range arg {
				add(s)
			}
		}
	}
	slices.SortFunc(list, func(a, b Impl) int { return strings.Compare(a.key(), b.key()) })
	return slices.Compact(list)
}
