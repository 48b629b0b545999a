package robusttest

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/idemvet/idemvet/internal/tooltest"
)

// TestHostileProgram gives the tool programs made to hang what follows values and calls from package to package.
func TestHostileProgram(t *testing.T) {
	tests := map[string]func() map[string]string{
		"diamond":           func() map[string]string { return layers(200, 50) },
		"worlds":            func() map[string]string { return layers(200, 4) },
		"wrapped in itself": wrapped,
		"mutual":            mutual,
		"map of itself":     mapOfItself,
	}
	for name, files := range tests {
		t.Run(name, func(t *testing.T) {
			list := files()
			list["go.mod"] = tooltest.GoMod
			dir := tooltest.Write(t, list)
			path := tooltest.Tool(t)
			start := time.Now()
			res := tooltest.Execute(t, dir, []string{"GOWORK=off", "IDEMVET_CACHE=off"}, path, "--strict", "--timings")
			t.Log(strings.TrimSpace(res.Stderr))
			if elapsed := time.Since(start); res.Code > 1 || elapsed > 2*time.Minute {
				t.Errorf("exit status %d after %s\n%s", res.Code, elapsed, res.Stderr)
			}
		})
	}
}

// perPackage is how many interfaces of layers one package has.
const perPackage = 50

// layers is a number of interfaces, each implemented by a number of types that call on through the next interface, and below the last
// one a statement that must not run twice. Each package has the interfaces of the one below in hand.
func layers(interfaces, width int) map[string]string {
	files := map[string]string{"p0/base.go": base}
	packages := interfaces / perPackage
	for p := range packages {
		var b strings.Builder
		fmt.Fprintf(&b, "package p%d\n\n", p)
		if p > 0 {
			fmt.Fprintf(&b, "import \"example.com/m/p%d\"\n\n", p-1)
		}
		for i := range perPackage {
			layer(&b, p, i, width)
		}
		files[fmt.Sprintf("p%d/p.go", p)] = b.String()
	}
	files["run/run.go"] = fmt.Sprintf(top, packages-1, perPackage-1)
	return files
}

const base = `package p0

import "database/sql"

type Base interface{ Do(key string) error }

type Rows struct{ DB *sql.DB }

func (r *Rows) Do(key string) error {
	_, err := r.DB.Exec("UPDATE totals SET n = n + 1 WHERE id = $1", key)
	return err
}

func Open(db *sql.DB) Base { return &Rows{DB: db} }
`

const top = `package run

import (
	"database/sql"

	"example.com/m/p0"
	p "example.com/m/p%[1]d"
)

func Run(db *sql.DB, n int) (err error) {
	for range 3 {
		if err = p.Wire%[2]d(n, nil).Do("a"); err == nil {
			return p0.Open(db).Do("b")
		}
	}
	return err
}
`

// layer writes an interface, its implementations, and a function that makes one of them.
func layer(b *strings.Builder, p, i, width int) {
	next := fmt.Sprintf("I%d", i-1)
	wire := fmt.Sprintf("Wire%d(n, nil)", i-1)
	switch {
	case i == 0 && p == 0:
		next, wire = "Base", "Open(nil)"
	case i == 0:
		next, wire = fmt.Sprintf("p%d.I%d", p-1, perPackage-1), fmt.Sprintf("p%d.Wire%d(n, nil)", p-1, perPackage-1)
	}
	fmt.Fprintf(b, "type I%d interface{ Do(key string) error }\n\n", i)
	for w := range width {
		fmt.Fprintf(b, "type T%d_%d struct{ next %s }\n\nfunc (t *T%d_%d) Do(key string) error { return t.next.Do(key) }\n\n", i, w, next, i, w)
	}
	fmt.Fprintf(b, "func Wire%d(n int, next %s) I%d {\n\tif next == nil {\n\t\tnext = %s\n\t}\n\tswitch n {\n", i, next, i, wire)
	for w := range width {
		fmt.Fprintf(b, "\tcase %d:\n\t\treturn &T%d_%d{next: next}\n", w, i, w)
	}
	fmt.Fprintf(b, "\t}\n\treturn nil\n}\n\n")
}

// wrapped is a decorator that holds what may be itself, around a store that is made of one.
func wrapped() map[string]string {
	return map[string]string{
		"p0/base.go": base,
		"deco/deco.go": `package deco

import "example.com/m/p0"

type Deco struct{ next p0.Base }

func New(next p0.Base) *Deco { return &Deco{next: next} }

func (d *Deco) Do(key string) (err error) {
	for range 3 {
		if err = d.next.Do(key); err == nil {
			return nil
		}
	}
	return err
}

func Around(n int, b p0.Base) p0.Base {
	if n == 0 {
		return b
	}
	return Around(n-1, New(New(b)))
}
`,
		"run/run.go": `package run

import (
	"database/sql"

	"example.com/m/deco"
	"example.com/m/p0"
)

func Run(db *sql.DB) error {
	d := deco.New(p0.Open(db))
	for range 5 {
		d = deco.New(deco.Around(7, d))
	}
	return d.Do("a")
}
`,
	}
}

// mutual is two packages that call each other through interfaces of their own, adding with each turn.
func mutual() map[string]string {
	side := `package %[1]s

import "database/sql"

type Other interface{ %[3]s(key string, n int) error }

type Side struct {
	Far Other
	DB  *sql.DB
}

func (s *Side) %[2]s(key string, n int) error {
	if _, err := s.DB.Exec("UPDATE %[1]s SET n = n + 1 WHERE id = $1", key); err != nil {
		return err
	}
	for range 3 {
		if err := s.Far.%[3]s(key, n-1); err == nil {
			return nil
		}
	}
	return s.Far.%[3]s(key, n-2)
}
`
	return map[string]string{
		"left/left.go":   fmt.Sprintf(side, "left", "Push", "Pull"),
		"right/right.go": fmt.Sprintf(side, "right", "Pull", "Push"),
		"run/run.go": `package run

import (
	"database/sql"

	"example.com/m/left"
	"example.com/m/right"
)

func Run(db *sql.DB) error {
	l, r := &left.Side{DB: db}, &right.Side{DB: db}
	l.Far, r.Far = r, l
	return l.Push("a", 9)
}
`,
	}
}

// mapOfItself is functions in a map that call through the map, and put more into it.
func mapOfItself() map[string]string {
	var b strings.Builder
	b.WriteString("package run\n\nimport (\n\t\"database/sql\"\n\n\t\"example.com/m/table\"\n)\n\nfunc Run(db *sql.DB, t *table.Table) error {\n")
	for i := range 100 {
		fmt.Fprintf(&b, `	t.On("%d", func(key string) error {
		if _, err := db.Exec("UPDATE t%d SET n = n + 1 WHERE id = $1", key); err != nil {
			return t.Call("%d", key)
		}
		t.On(key, t.Fallback(key))
		return t.Call(key, key)
	})
`, i, i, (i*7+1)%100)
	}
	b.WriteString("\treturn t.Call(\"0\", \"a\")\n}\n")
	return map[string]string{
		"run/run.go": b.String(),
		"table/table.go": `package table

type Table struct{ all map[string]func(string) error }

func (t *Table) On(name string, f func(string) error) { t.all[name] = f }

func (t *Table) Fallback(name string) func(string) error {
	return func(key string) error { return t.all[name](key) }
}

func (t *Table) Call(name, key string) (err error) {
	for range 3 {
		if err = t.all[name](key); err == nil {
			return nil
		}
	}
	return t.all[key](name)
}
`,
	}
}
