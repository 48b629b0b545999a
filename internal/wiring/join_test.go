package wiring

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestBehind asks, for each way to put something behind an interface or a function value, what a call in package m/app reaches.
func TestBehind(t *testing.T) {
	tests := []struct {
		name, text string
		in, method string
		want       string
	}{
		{"constructor argument", `
type desk struct{ store port.Store }

func open(s port.Store) *desk { return &desk{store: s} }

func (d *desk) run() error { return d.store.Save("a") }

func Main() error { return open(&db.DB{}).run() }
`, "desk.run", "Save", "m/db.DB.Save"},
		{"field", `
type desk struct{ Store port.Store }

func (d *desk) run() error { return d.Store.Save("a") }

func Main() error { d := desk{Store: file.File("a")}; return d.run() }
`, "desk.run", "Save", "m/file.File.Save"},
		{"assignment", `
type desk struct{ store port.Store }

func (d *desk) run() error { return d.store.Save("a") }

func Main(d *desk) { d.store = db.New() }
`, "desk.run", "Save", "m/db.DB.Save"},
		{"return", `
func open(disk bool) port.Store {
	if disk {
		return file.File("a")
	}
	return db.New()
}

func Main() error { return open(true).Save("a") }
`, "Main", "Save", "m/db.DB.Save m/file.File.Save"},
		{"setter", `
type desk struct{ store port.Store }

func (d *desk) Use(s port.Store) { d.store = s }

func (d *desk) run() error { return d.store.Save("a") }

func Main() error { d := &desk{}; d.Use(db.New()); return d.run() }
`, "desk.run", "Save", "m/db.DB.Save"},
		{"closure", `
func Main() func() error {
	var s port.Store = db.New()
	return func() error { return s.Save("a") }
}
`, "Main$1", "Save", "m/db.DB.Save"},
		{"variable of a package", `
var store port.Store = file.File("a")

func Main() error { return store.Save("a") }
`, "Main", "Save", "m/file.File.Save"},
		{"channel", `
func Main(c chan port.Store) error {
	c = make(chan port.Store, 1)
	c <- db.New()
	return (<-c).Save("a")
}
`, "Main", "Save", "m/db.DB.Save"},
		{"map of handlers", `
type table struct{ all map[string]func(string) error }

func (t *table) on(name string, h func(string) error) { t.all[name] = h }

func (t *table) run(name string) error { return t.all[name](name) }

func first(string) error { return nil }

func Main() error {
	t := &table{all: map[string]func(string) error{}}
	t.on("1", first)
	t.on("2", func(string) error { return nil })
	return t.run("1")
}
`, "table.run", "", "m/app.Main$1 m/app.first"},
		{"slice of handlers", `
type row struct{ all []func(string) error }

func (r *row) on(h func(string) error) { r.all = append(r.all, h) }

func (r *row) run() {
	for _, h := range r.all {
		_ = h("a")
	}
}

func Main(f file.File) { r := &row{}; r.on(f.Save); r.on(db.New().Save) }
`, "row.run", "", "m/db.DB.Save m/file.File.Save"},
		{"method value of an interface", `
func do(f func(string) error) error { return f("a") }

func Main() error { var s port.Store = db.New(); return do(s.Save) }
`, "do", "", "m/db.DB.Save"},
		{"function with methods", `
type work func(string) error

func (w work) Save(s string) error { return w(s) }

func real(string) error { return nil }

func Main() error { var s port.Store = work(real); return s.Save("a") }
`, "work.Save", "", "m/app.real"},
		{"list with methods", `
type both []port.Store

func (b both) Save(s string) (err error) {
	for _, one := range b {
		err = one.Save(s)
	}
	return err
}

func Main() error { var s port.Store = both{db.New(), file.File("a")}; return s.Save("a") }
`, "both.Save", "Save", "m/db.DB.Save m/file.File.Save"},
		{"embedded interface", `
type counted struct {
	port.Store
	n int
}

func Main() error { var s port.Store = &counted{Store: db.New()}; return s.Save("a") }
`, "Main", "Save", "m/db.DB.Save"},
		{"embedded struct", `
type mine struct{ *db.DB }

func Main(d *db.DB) error { var s port.Store = mine{d}; return s.Save("a") }
`, "Main", "Save", "m/db.DB.Save"},
		{"decorator", `
type loud struct{ next port.Store }

func (l *loud) Save(s string) error { return l.next.Save(s) }

func Main() error { var s port.Store = &loud{next: db.New()}; return s.Save("a") }
`, "loud.Save", "Save", "m/db.DB.Save"},
		{"wide interface made narrow", `
func narrow(s port.Store) error { return s.Save("a") }

func Main() error { var f port.Full = db.New(); return narrow(f) }
`, "narrow", "Save", "m/db.DB.Save"},
		{"registered as any", `
var all []any

func register(x any) { all = append(all, x) }

func Run() {
	for _, x := range all {
		if s, ok := x.(port.Store); ok {
			_ = s.Save("a")
		}
	}
}

func Main() { register(db.New()); register(file.File("a")); register("word") }
`, "Run", "Save", "m/db.DB.Save m/file.File.Save"},
		{"made by what is behind an interface", `
type maker interface{ Make() port.Store }

type disk struct{}

func (disk) Make() port.Store { return file.File("a") }

func run(m maker) error { return m.Make().Save("a") }

func Main() error { return run(disk{}) }
`, "run", "Save", "m/file.File.Save"},
		{"handed to what is behind an interface", `
type taker interface{ Take(port.Store) error }

type plain struct{}

func (plain) Take(s port.Store) error { return s.Save("a") }

func run(t taker) error { return t.Take(db.New()) }

func Main() error { return run(plain{}) }
`, "plain.Take", "Save", "m/db.DB.Save"},
		{"bound by a container", `
type option struct{ of []any }

func As(of ...any) option { return option{of} }

func annotate(f any, o ...option) any { return f }

func Run(s port.Store) error { return s.Save("a") }

func Main() { annotate(db.New, As(new(port.Store))) }
`, "Run", "Save", "m/db.DB.Save"},
		{"converted elsewhere, never handed over", `
func Run(s port.Store) error { return s.Save("a") }

var unused port.Store = file.File("a")
`, "Run", "Save", "m/file.File.Save"},
		{"said to implement, never converted", `
var _ port.Store = (*db.DB)(nil)

func Run(s port.Store) error { return s.Save("a") }
`, "Run", "Save", "m/db.DB.Save"},
		{"said to implement, and another converted", `
var _ port.Store = (*db.DB)(nil)

func Run(s port.Store) error { return s.Save("a") }

func Main() error { return Run(file.File("a")) }
`, "Run", "Save", "m/file.File.Save"},
		{"mock", `
type MockStore struct{}

func (MockStore) Save(string) error { return nil }

func Run(s port.Store) error { return s.Save("a") }

func Main() { _ = Run(MockStore{}); _ = Run(db.New()) }
`, "Run", "Save", "m/db.DB.Save"},
		{"nothing", `
func Run(s interface{ Save(string) error }) error { return s.Save("a") }
`, "Run", "Save", ""},
		{"error", `
type bad struct{}

func (bad) Error() string { return "" }

func Main() string { var err error = bad{}; return err.Error() }
`, "Main", "Error", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := join(t, app(tt.text))
			if got := p.behind("m/app."+tt.in, tt.method); got != tt.want {
				t.Errorf("%s calls %q; want %q\n%s", tt.in, got, tt.want, p.dump())
			}
		})
	}
}

// app is the common packages and one that uses them.
func app(text string) string {
	return common + "-- m/app --\npackage app\n\nimport (\n\t\"m/db\"\n\t\"m/file\"\n\t\"m/port\"\n)\n\n" +
		"var (\n\t_ = db.New\n\t_ file.File\n\t_ []port.Store\n)\n" + text
}

// dump says everything that a program knows about its calls, sorted.
func (p *program) dump() string {
	var lines []string
	for i, f := range p.facts {
		for n := range f.Calls {
			c := &f.Calls[n]
			lines = append(lines, fmt.Sprintf("%s.%s %s: %q shared %t\n", p.paths[i], c.In, c.Method, p.reached(c), p.Shared(c)))
		}
	}
	slices.Sort(lines)
	return strings.Join(lines, "")
}

// two has a type with two objects, each with a map of its own, and one with one object.
const two = common + `
-- m/table --
package table

type Handler func(string) error

type Table struct{ all map[string]Handler }

func New() *Table { return &Table{all: map[string]Handler{}} }

func (t *Table) On(name string, h Handler) { t.all[name] = h }

func (t *Table) Run(name string) error { return t.all[name](name) }
-- m/single --
package single

import "m/port"

type Desk struct{ store port.Store }

func New(s port.Store) *Desk { return &Desk{store: s} }

func (d *Desk) Run() error { return d.store.Save("a") }
-- m/cmd --
package cmd

import (
	"m/db"
	"m/file"
	"m/single"
	"m/table"
)

func Main() error {
	orders, letters := table.New(), table.New()
	orders.On("a", db.New().Save)
	letters.On("a", file.File("a").Save)
	_ = orders.Run("a")
	return single.New(db.New()).Run()
}
`

func TestShared(t *testing.T) {
	p := join(t, two)
	for in, want := range map[string]bool{"m/table.Table.Run": true, "m/single.Desk.Run": false} {
		calls := p.calls(in, map[bool]string{true: "", false: "Save"}[want])
		if len(calls) != 1 || p.Shared(calls[0]) != want {
			t.Errorf("%s: %d calls, shared is not %t\n%s", in, len(calls), want, p.dump())
		}
	}
	one := join(t, strings.Replace(two, "letters := table.New(), table.New()", "letters := table.New(), (*table.Table)(nil)", 1))
	if calls := one.calls("m/table.Table.Run", ""); len(calls) != 1 || one.Shared(calls[0]) {
		t.Errorf("one table is not shared\n%s", one.dump())
	}
}

// TestOrder joins packages in several orders.
func TestOrder(t *testing.T) {
	for name, text := range map[string]string{"two objects": two, "many ways": app(`
type loud struct{ next port.Store }

func (l *loud) Save(s string) error { return l.next.Save(s) }

func Run(s port.Store) error { return s.Save("a") }

func Main() { _ = Run(&loud{next: &loud{next: db.New()}}); _ = Run(file.File("a")) }
`)} {
		p := join(t, text)
		want := p.dump()
		for range len(p.facts) {
			p.facts, p.paths = append(p.facts[1:], p.facts[0]), append(p.paths[1:], p.paths[0])
			for range 2 {
				slices.Reverse(p.facts)
				slices.Reverse(p.paths)
				p.Program = Join(p.facts, p.paths)
				if got := p.dump(); got != want {
					t.Fatalf("%s: in the order %q\n%s\nwant\n%s", name, p.paths, got, want)
				}
			}
		}
	}
}
