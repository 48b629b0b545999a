// Command layered writes a program for scripts/bench-link.sh: services in four layers that meet behind interfaces only. Handlers call
// services, services call repositories and each other, repositories run SQL, and one main package puts them together.
//
// Some services have a second store, chosen by a flag, and some a decorator in front, since these are what costs: worlds, and longer
// ways from a call to what it does. Every tenth one lets two callers pass its look-up, so there is something to find.
package main

import (
	"bytes"
	"embed"
	"flag"
	"fmt"
	"go/format"
	"os"
	"path/filepath"
	"text/template"
)

//go:embed *.tmpl
var texts embed.FS

// kinds is how many sorts of goods a service keeps; each adds about 250 lines.
const kinds = 6

// service is what the templates are told.
type service struct {
	Name   string // of its directory
	Next   string // of the service that it tells; "" for the first
	Kinds  []kind
	Spare  bool // a second store, in memory
	Meter  bool // a decorator in front of the repositories
	Module string
}

type kind struct {
	Name string
	Safe bool // an insert that loses against another one does nothing
}

const module = "example.com/layered"

func main() {
	lines := flag.Int("lines", 10000, "write about so many `lines`")
	flag.Usage = func() {
		fmt.Fprintln(os.Stderr, "usage: layered [-lines N] DIR")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() != 1 {
		flag.Usage()
		os.Exit(2)
	}
	if err := program(flag.Arg(0), *lines); err != nil {
		fmt.Fprintln(os.Stderr, "layered:", err)
		os.Exit(1)
	}
}

// program writes services until there are enough lines, and what puts them together.
func program(dir string, lines int) error {
	w := &writer{dir: dir, tmpl: template.Must(template.ParseFS(texts, "*.tmpl"))}
	var all []service
	for w.lines < lines && w.err == nil {
		s := newService(len(all))
		all = append(all, s)
		for _, layer := range []string{"domain", "store", "app", "api"} {
			w.write(filepath.Join("svc", s.Name, layer, layer+".go"), layer+".tmpl", s)
		}
		if s.Spare {
			w.write(filepath.Join("svc", s.Name, "spare", "spare.go"), "spare.tmpl", s)
		}
		if s.Meter {
			w.write(filepath.Join("svc", s.Name, "meter", "meter.go"), "meter.tmpl", s)
		}
	}
	w.write("bus/bus.go", "bus.tmpl", nil)
	w.write("cmd/harbour/main.go", "main.tmpl", map[string]any{"Services": all, "Module": module})
	w.file("go.mod", []byte("module "+module+"\n\ngo 1.26\n"))
	return w.err
}

func newService(n int) service {
	s := service{Name: fmt.Sprintf("s%03d", n), Spare: n%8 == 3, Meter: n%4 == 1, Module: module}
	if n > 0 {
		s.Next = fmt.Sprintf("s%03d", (n-1)/2)
	}
	for k := range kinds {
		s.Kinds = append(s.Kinds, kind{fmt.Sprintf("Crate%c", 'A'+k), n%10 != 0 || k > 0})
	}
	return s
}

// writer writes files until one fails.
type writer struct {
	dir   string
	tmpl  *template.Template
	lines int
	err   error
}

func (w *writer) write(name, tmpl string, data any) {
	var buf bytes.Buffer
	if w.err == nil {
		w.err = w.tmpl.ExecuteTemplate(&buf, tmpl, data)
	}
	if w.err != nil {
		return
	}
	text, err := format.Source(buf.Bytes())
	if err != nil {
		w.err = fmt.Errorf("%s: %w", name, err)
		return
	}
	w.lines += bytes.Count(text, []byte("\n"))
	w.file(name, text)
}

func (w *writer) file(name string, text []byte) {
	if w.err != nil {
		return
	}
	path := filepath.Join(w.dir, name)
	if w.err = os.MkdirAll(filepath.Dir(path), 0o755); w.err == nil {
		w.err = os.WriteFile(path, text, 0o644)
	}
}
