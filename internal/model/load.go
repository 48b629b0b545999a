package model

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"regexp"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"
)

//go:embed data
var data embed.FS

// Package is the index of one import path's rows.
type Package struct {
	Path     string
	funcs    map[string][]*Entry // "Recv.Name" or "Name"
	fields   map[string][]*Entry // "Struct.Field"
	types    map[string]*Entry
	vars     map[string]*Entry
	patterns []fieldPattern

	under *Package // answers for the symbols on which this one has no row; see Rows
}

type fieldPattern struct {
	suffix, field string // struct name ends in suffix
	entry         *Entry
}

// Func returns the rows for a function ("", name) or method (receiver type name without pointer, name), in file order.
func (p *Package) Func(recv, name string) []*Entry {
	for ; p != nil; p = p.under {
		if rows := p.funcs[key(recv, name)]; len(rows) > 0 {
			return rows
		}
	}
	return nil
}

// Methods returns the rows of all methods of that name, whatever their receivers, sorted by receiver.
func (p *Package) Methods(name string) []*Entry {
	var list []*Entry
	for ; p != nil; p = p.under {
		for _, k := range sortedKeys(p.funcs) {
			if strings.HasSuffix(k, "."+name) {
				list = append(list, p.funcs[k]...)
			}
		}
	}
	return list
}

// Field returns the rows for a struct field.
func (p *Package) Field(structName, field string) []*Entry {
	for ; p != nil; p = p.under {
		rows := p.fields[key(structName, field)]
		for _, pat := range p.patterns {
			if pat.field == field && strings.HasSuffix(structName, pat.suffix) {
				rows = append(rows[:len(rows):len(rows)], pat.entry)
			}
		}
		if len(rows) > 0 {
			return rows
		}
	}
	return nil
}

// Type returns the row for a type, or nil.
func (p *Package) Type(name string) *Entry {
	for ; p != nil; p = p.under {
		if row := p.types[name]; row != nil {
			return row
		}
	}
	return nil
}

// Var returns the row for a package variable or constant, or nil.
func (p *Package) Var(name string) *Entry {
	for ; p != nil; p = p.under {
		if row := p.vars[name]; row != nil {
			return row
		}
	}
	return nil
}

// Store is the class of the stores that the package's functions work on, or "".
func (p *Package) Store() StoreClass {
	for ; p != nil; p = p.under {
		for _, k := range sortedKeys(p.funcs) {
			for _, e := range p.funcs[k] {
				for i := range e.Store {
					return e.Store[i].Class
				}
			}
		}
	}
	return ""
}

// Bodies calls f for every interface method whose implementations have a regime, in file order of the names.
func (p *Package) Bodies(f func(recv, name string, as Regime)) {
	names := map[string]bool{}
	for q := p; q != nil; q = q.under {
		for k := range q.funcs {
			names[k] = true
		}
	}
	for _, k := range sortedKeys(names) {
		recv, name, ok := strings.Cut(k, ".")
		if !ok {
			continue
		}
		for _, e := range p.Func(recv, name) {
			if e.Body != "" {
				f(recv, name, e.Body)
			}
		}
	}
}

func key(recv, name string) string {
	if recv == "" {
		return name
	}
	return recv + "." + name
}

var (
	loaded   sync.Map // import path → *Package, nil if there is no file
	loadLock sync.Mutex
)

// For returns the rows for an import path, or nil when nothing is known about it. The embedded files were checked by
// this package's tests, so a damaged one is reported there and treated as absent here.
func For(importPath string) *Package {
	if p, ok := loaded.Load(importPath); ok {
		return p.(*Package)
	}
	loadLock.Lock()
	defer loadLock.Unlock()
	if p, ok := loaded.Load(importPath); ok {
		return p.(*Package)
	}
	p, err := read(data, importPath, 0)
	if err != nil {
		p = nil
	}
	loaded.Store(importPath, p)
	return p
}

func newPackage(path string) *Package {
	return &Package{Path: path, funcs: map[string][]*Entry{}, fields: map[string][]*Entry{}, types: map[string]*Entry{}, vars: map[string]*Entry{}}
}

func fileName(importPath string) string { return path.Join("data", importPath+".yaml") }

func read(fsys fs.FS, importPath string, depth int) (*Package, error) {
	name := fileName(importPath)
	text, err := fs.ReadFile(fsys, name)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrInvalid) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	f, err := Parse(name, text)
	if err != nil {
		return nil, err
	}
	if f.Package != importPath {
		return nil, fmt.Errorf("%s: package is %q, the file name says %q", name, f.Package, importPath)
	}
	p := newPackage(importPath)
	if f.Like != "" {
		base, err := read(fsys, f.Like, depth+1)
		if err != nil {
			return nil, err
		}
		if base == nil || depth > 3 {
			return nil, fmt.Errorf("%s: like: no rows for %q", name, f.Like)
		}
		*p = Package{Path: importPath, funcs: base.funcs, fields: base.fields, types: base.types, vars: base.vars, patterns: base.patterns}
	}
	return p, p.add(f)
}

var symbolRE = regexp.MustCompile(`^(?:\(\*?([A-Za-z_]\w*)\)\.|([A-Za-z_*]\w*)\.)?([A-Za-z_]\w*)$`)

// ParseSymbol splits "New", "(*Client).Do", "(UUID).String" or "RoundTripper.RoundTrip" into receiver and name.
func ParseSymbol(s string) (recv, name string, err error) {
	m := symbolRE.FindStringSubmatch(s)
	if m == nil {
		return "", "", fmt.Errorf("bad symbol %q: want Func, (*Type).Method or Type.Method", s)
	}
	return m[1] + m[2], m[3], nil
}

func (p *Package) add(f *File) error {
	seen := map[string]int{}
	for i := range f.Entries {
		if err := p.addRow(&f.Entries[i], seen); err != nil {
			return err
		}
	}
	return nil
}

// addRow indexes a row; seen holds the lines of the rows before it that nothing may repeat.
func (p *Package) addRow(e *Entry, seen map[string]int) error {
	for _, sym := range e.Func {
		recv, fn, err := ParseSymbol(sym)
		if err != nil {
			return fmt.Errorf("%s: %w", e.Where(), err)
		}
		k := key(recv, fn)
		if err := e.unique(seen, "func "+k+e.when()+e.part()); err != nil {
			return err
		}
		p.funcs[k] = append(p.funcs[k], e)
	}
	for _, sym := range e.Type {
		if err := e.unique(seen, "type "+sym); err != nil {
			return err
		}
		p.types[sym] = e
	}
	for _, sym := range e.Var {
		if err := e.unique(seen, "var "+sym); err != nil {
			return err
		}
		p.vars[sym] = e
	}
	for _, sym := range e.Field {
		st, field, ok := strings.Cut(sym, ".")
		if !ok || st == "" || field == "" {
			return fmt.Errorf("%s: bad field %q: want Struct.Field", e.Where(), sym)
		}
		if err := e.unique(seen, "field "+sym); err != nil {
			return err
		}
		if suffix, ok := strings.CutPrefix(st, "*"); ok {
			p.patterns = append(p.patterns, fieldPattern{suffix, field, e})
		} else {
			p.fields[sym] = append(p.fields[sym], e)
		}
	}
	return nil
}

func (e *Entry) when() string {
	if e.When == nil {
		return ""
	}
	return fmt.Sprintf(" when arg %d %s", e.When.Arg, e.When.words())
}

// part tells a row about stores and effects from one about values and requests: a symbol may have one of each.
func (e *Entry) part() string {
	if e.onlyEffects() {
		return " effects"
	}
	return ""
}

func (e *Entry) unique(seen map[string]int, what string) error {
	if first, ok := seen[what]; ok {
		return fmt.Errorf("%s: duplicate row for %s, first in line %d", e.Where(), what, first)
	}
	seen[what] = e.line
	return nil
}

var lineRE = regexp.MustCompile(`line (\d+): `)

// explain splits an error of the decoder into the line and the first thing that is wrong there.
func explain(err error) (line, msg string) {
	msg = strings.TrimPrefix(err.Error(), "yaml: ")
	msg = strings.TrimSpace(strings.TrimPrefix(msg, "unmarshal errors:"))
	msg, _, _ = strings.Cut(msg, "\n")
	if m := lineRE.FindStringSubmatch(msg); m != nil {
		return m[1], strings.Replace(msg, m[0], "", 1)
	}
	return "1", msg
}

// Parse reads one model file strictly: unknown fields, missing package, versions or source, bad places and rows that say
// nothing are errors that name the file and the line.
func Parse(name string, text []byte) (*File, error) {
	dec := yaml.NewDecoder(bytes.NewReader(text))
	dec.KnownFields(true)
	f := new(File)
	if err := dec.Decode(f); err != nil && !errors.Is(err, io.EOF) {
		line, msg := explain(err)
		return nil, fmt.Errorf("%s:%s: %s", name, line, msg)
	}
	f.Name = name
	lines, err := entryLines(text)
	if err != nil {
		return nil, fmt.Errorf("%s:1: %w", name, err)
	}
	for _, need := range []struct{ field, value string }{{"package", f.Package}, {"versions", f.Versions}, {"source", f.Source}} {
		if strings.TrimSpace(need.value) == "" {
			return nil, fmt.Errorf("%s:1: missing %s", name, need.field)
		}
	}
	for i := range f.Entries {
		f.Entries[i].file, f.Entries[i].line = name, lines[i]
		if err := f.Entries[i].check(); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, lines[i], err)
		}
	}
	return f, nil
}

func entryLines(text []byte) ([]int, error) {
	var doc struct {
		Entries []yaml.Node `yaml:"entries"`
	}
	if err := yaml.Unmarshal(text, &doc); err != nil {
		return nil, err
	}
	lines := make([]int, len(doc.Entries))
	for i := range doc.Entries {
		lines[i] = doc.Entries[i].Line
	}
	return lines, nil
}

var (
	freshKinds = set(Random, Clock, Counter, Host, Delivery, Unstable)
	regimes    = set(Once, Retry, Poll, AttemptHook, TxRetry, Redelivered, Replayed, Resend, Scheduled, Keyed)
	keyKinds   = set(IdempotencyKey, MessageID, DedupID, ClientToken, WorkflowID, ReplaceID, TaskName, GeneratedName, ObjectName, StoreKey, Fingerprint, Carried)
	scopes     = set(ParentScope, PartScope)
)

func set[T comparable](members ...T) map[T]bool {
	m := map[T]bool{}
	for _, x := range members {
		m[x] = true
	}
	return m
}

func (e *Entry) check() error {
	if nonEmpty(e.Func)+nonEmpty(e.Field)+nonEmpty(e.Type)+nonEmpty(e.Var) != 1 {
		return errors.New("a row needs one of func, field, type and var")
	}
	forField := e.Key != "" || e.FieldCalls != "" || e.Holds != "" || e.Covers != "" || e.IsContent || e.ContentKeyUnless != "" || e.RepeatCount || len(e.RepeatPolicy) > 0 ||
		len(e.Field) > 0 && e.spans()
	forType := e.Param != "" || len(e.Codes) > 0 || e.Handle != "" || e.Clause != nil || e.Isolated
	switch {
	case !forField && !e.forFunc() && !forType && e.Is == "" && e.Answers == "":
		return errors.New("the row says nothing")
	case forField != (len(e.Field) > 0):
		return errors.New("key, holds, covers, field_calls, is_content, content_key_unless, repeat_count and repeat_policy are for field rows, and field rows need one of them, or window or horizon")
	case forType && len(e.Type) == 0 || len(e.Type) > 0 && !forType && e.Is == "":
		return errors.New("param, codes, handle, clause and isolated are for type rows, and type rows need one of them or is")
	case len(e.Var) > 0 && e.Is == "" && e.Answers == "":
		return errors.New("var rows need is or answers")
	}
	if err := e.checkEffects(); err != nil {
		return err
	}
	if err := e.checkRoutes(); err != nil {
		return err
	}
	return e.checkWords()
}

// forFunc reports whether a row says something about calls.
func (e *Entry) forFunc() bool {
	return len(e.Fresh)+len(e.Flow)+len(e.Digest)+len(e.Keys)+len(e.Calls)+len(e.Inbound)+len(e.Stored)+len(e.Content)+len(e.Drains)+len(e.Rewinds)+len(e.Adds)+len(e.Sorts) > 0 ||
		e.Pairs != nil || e.Body != "" || e.Retrier || e.Chain != nil || e.Sends != nil || e.Repeats != nil || e.AutoKey != nil || e.Format != nil ||
		e.Stable || e.Harmless || e.Marks != "" || e.ServiceConfig != nil || len(e.Sets) > 0 || e.Alias != nil || e.Input || e.effects()
}

func nonEmpty(n Names) int { return min(len(n), 1) }

func (e *Entry) checkWords() error {
	for _, r := range []Regime{e.FieldCalls, e.Body, e.Param, e.Marks} {
		if r != "" && !regimes[r] {
			return fmt.Errorf("unknown regime %q", r)
		}
	}
	for _, c := range e.Calls {
		if !regimes[c.As] || c.At.Root == 0 {
			return fmt.Errorf("calls need at and a known regime, not %q", c.As)
		}
	}
	keys := e.Keys
	if e.Pairs != nil {
		keys = append(keys[:len(keys):len(keys)], *e.Pairs)
	}
	if e.AutoKey != nil {
		keys = append(keys[:len(keys):len(keys)], KeyUse{At: e.AutoKey.At, Kind: e.AutoKey.Kind})
	}
	for _, k := range keys {
		if !keyKinds[k.Kind] || k.At.Root == 0 {
			return fmt.Errorf("keys need at and a known kind, not %q", k.Kind)
		}
	}
	switch {
	case e.Key != "" && !keyKinds[e.Key]:
		return fmt.Errorf("unknown key kind %q", e.Key)
	case e.Holds != "" && !freshKinds[e.Holds]:
		return fmt.Errorf("unknown fresh kind %q", e.Holds)
	case e.Covers != "" && !scopes[e.Covers]:
		return fmt.Errorf("unknown scope %q", e.Covers)
	case e.Sends != nil:
		return e.Sends.check()
	}
	return nil
}

var methodRE = regexp.MustCompile(`^[A-Z]+$`)

func (s *Send) check() error {
	if methodRE.MatchString(s.Method) {
		return nil
	}
	if _, err := ParsePlace(s.Method); err != nil {
		return fmt.Errorf("sends needs a method in capitals or a place, not %q", s.Method)
	}
	return nil
}

// All returns the import paths that have a file, sorted, and the first error in any of them.
func All() ([]string, error) { return all(data) }

func all(fsys fs.FS) ([]string, error) {
	var paths []string
	err := fs.WalkDir(fsys, "data", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || name == namesFile {
			return err
		}
		p := strings.TrimSuffix(strings.TrimPrefix(name, "data/"), ".yaml")
		if _, err := read(fsys, p, 0); err != nil {
			return err
		}
		paths = append(paths, p)
		return nil
	})
	return paths, err
}
