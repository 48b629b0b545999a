package model

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Rows is what is known about libraries: the embedded rows and, in front of them, those of the user. A user's row
// replaces all embedded rows of the same function, field or type and adds to the rest. A nil Rows is the embedded rows
// alone. Rows do not change and are safe for concurrent use; they are handed down and never global, so two analyses in
// one process can know different things.
type Rows struct {
	files []*File             // sorted by import path and name
	own   map[string]*Package // without what is embedded
	pkgs  map[string]*Package // with it
	id    string
}

// Source is the text of one model file and the name that errors use.
type Source struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// NewRows reads model files of the user, as strictly as the embedded ones. Files of one import path are joined; rows on
// the same symbol in two of them are refused. No files make the nil Rows.
func NewRows(sources []Source) (*Rows, error) {
	if len(sources) == 0 {
		return nil, nil
	}
	sources = slices.Clone(sources)
	slices.SortFunc(sources, func(a, b Source) int { return strings.Compare(a.Name, b.Name) })
	s := &Rows{pkgs: map[string]*Package{}}
	h := sha256.New()
	for _, src := range sources {
		fmt.Fprintf(h, "%q %q\n", src.Name, src.Text)
		f, err := Parse(src.Name, []byte(src.Text))
		if err != nil {
			return nil, err
		}
		s.files = append(s.files, f)
	}
	s.id = hex.EncodeToString(h.Sum(nil))
	slices.SortStableFunc(s.files, func(a, b *File) int { return strings.Compare(a.Package, b.Package) })
	return s, s.index()
}

// index makes the packages: the user's own rows first, then each gets what it takes over and what is embedded below it.
func (s *Rows) index() error {
	where := map[string]string{} // symbol to the file and line of its first row
	for _, f := range s.files {
		p := s.pkgs[f.Package]
		if p == nil {
			p = newPackage(f.Package)
			s.pkgs[f.Package] = p
		}
		if err := p.add(f); err != nil {
			return err
		}
		for i := range f.Entries {
			if err := f.claim(&f.Entries[i], where); err != nil {
				return err
			}
		}
	}
	own := maps.Clone(s.pkgs)
	for _, f := range s.files {
		if err := s.like(f, own); err != nil {
			return err
		}
	}
	s.own = maps.Clone(s.pkgs)
	for path, p := range s.pkgs {
		s.pkgs[path] = stack(p, For(path))
	}
	return nil
}

// claim refuses a symbol that has a row in another file.
func (f *File) claim(e *Entry, where map[string]string) error {
	for _, sym := range slices.Concat(e.Func, e.Field, e.Type, e.Var) {
		if recv, name, err := ParseSymbol(sym); err == nil && len(e.Func) > 0 {
			sym = key(recv, name)
		}
		k := f.Package + " " + sym
		if first, ok := where[k]; ok && !strings.HasPrefix(first, f.Name+":") {
			return fmt.Errorf("%s:%d: rows for %s are also in %s", f.Name, e.line, sym, first)
		} else if !ok {
			where[k] = fmt.Sprintf("%s:%d", f.Name, e.line)
		}
	}
	return nil
}

// like puts the rows that a file takes over below its own. They come from the user's files or the embedded ones; what a
// user's file takes over itself is not followed further.
func (s *Rows) like(f *File, own map[string]*Package) error {
	if f.Like == "" {
		return nil
	}
	base := For(f.Like)
	if q := own[f.Like]; q != nil && f.Like != f.Package {
		base = stack(q, base)
	}
	if base == nil {
		return fmt.Errorf("%s:1: like: no rows for %q", f.Name, f.Like)
	}
	s.pkgs[f.Package] = stack(s.pkgs[f.Package], base)
	return nil
}

// stack is top with bottom below it. The layers are copied, for they may be part of another stack.
func stack(top, bottom *Package) *Package {
	if top == nil {
		return bottom
	}
	c := *top
	c.under = stack(top.under, bottom)
	return &c
}

// For returns the rows for an import path, or nil when nothing is known about it.
func (s *Rows) For(importPath string) *Package {
	if s != nil {
		if p := s.pkgs[importPath]; p != nil {
			return p
		}
	}
	return For(importPath)
}

// With is For where the source code of the package has rows too: the user's come first, then those of the source, then
// the embedded ones. Whoever runs the analysis has the last word on what a dependency says of itself.
func (s *Rows) With(importPath string, source *Package) *Package {
	if source == nil {
		return s.For(importPath)
	}
	p := stack(source, For(importPath))
	if s != nil {
		p = stack(s.own[importPath], p)
	}
	return p
}

// ID changes with the names and texts of the user's files; it is "" for the embedded rows alone. It is part of every key
// under which results are kept.
func (s *Rows) ID() string {
	if s == nil {
		return ""
	}
	return s.id
}

// Own lists the user's files, sorted by import path and name.
func (s *Rows) Own() []*File {
	if s == nil {
		return nil
	}
	return s.files
}

// Has reports whether a row is among those that count for a symbol, named as in the row. Rows are told apart by where
// they stand, for each reading of a file makes new ones.
func (p *Package) Has(symbol string, e *Entry) bool {
	var rows []*Entry
	switch owner, name, _ := strings.Cut(symbol, "."); {
	case len(e.Func) > 0:
		recv, fn, err := ParseSymbol(symbol)
		if err != nil {
			return false
		}
		rows = p.Func(recv, fn)
	case len(e.Field) > 0:
		rows = p.Field(strings.TrimPrefix(owner, "*"), name)
	case len(e.Var) > 0:
		if row := p.Var(symbol); row != nil {
			rows = []*Entry{row}
		}
	default:
		if row := p.Type(symbol); row != nil {
			rows = []*Entry{row}
		}
	}
	return slices.ContainsFunc(rows, func(r *Entry) bool { return r.file == e.file && r.line == e.line })
}
