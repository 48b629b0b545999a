// Package directive reads the rows that stand in the source code of a package, in the doc comments of what they are about:
//
//	//idemvet:model fresh: random
//	func NextID() string
//
// or, shorter, in words for what is said most: fresh, stable, key, retries, once. It also reads the comments that say of a finding
// that it is meant (ignore, file-ignore), and of a function that it does no harm when it runs again (guarded, idempotent).
//
// It is as strict as the loader of model files: a word that it does not know, a row that cannot be, and a directive at a
// place where it has no meaning are mistakes that name file and line. One that was ignored without a word would be worse
// than none, for its author relies on it.
package directive

import (
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/nearest"
	"github.com/idemvet/idemvet/internal/source"
	"github.com/idemvet/idemvet/internal/suppress"
)

// prefix is how every directive begins. As for other tools, no space stands before the name.
const prefix = "//idemvet:"

// Comments is what comments in the source of a package say, in source order.
type Comments struct {
	Rows     []model.Directive
	Findings []suppress.Comment // about findings; those with a mistake say so themselves
	Mistakes []error            // in rows; such a row is left out, the others hold
}

// Read reads the comments of the package with that import path.
func Read(path string, fset *token.FileSet, files []*ast.File) Comments {
	r := &reader{path: path, fset: fset}
	for _, f := range files {
		r.file(f)
	}
	return r.Comments
}

type reader struct {
	Comments
	path string
	fset *token.FileSet

	claimed map[*ast.Comment]bool // those of the file that stand where they may
}

func (r *reader) file(f *ast.File) {
	if !mentions(f) {
		return
	}
	r.claimed = map[*ast.Comment]bool{}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			r.doc(d.Doc, "func", funcSymbol(d), signature{d.Type, d.Recv != nil, FuncName(d)})
		case *ast.GenDecl:
			if d.Tok == token.TYPE {
				r.types(d)
			}
		}
	}
	for _, g := range f.Comments {
		for _, c := range g.List {
			switch {
			case r.claimed[c]:
			case aboutFinding(c):
				r.finding(f, g, c)
			case strings.HasPrefix(c.Text, prefix):
				r.stray(c)
			}
		}
	}
}

// mentions spares files without directives the walk: almost all.
func mentions(f *ast.File) bool {
	for _, g := range f.Comments {
		for _, c := range g.List {
			if strings.HasPrefix(c.Text, prefix) || aboutFinding(c) {
				return true
			}
		}
	}
	return false
}

func (r *reader) types(d *ast.GenDecl) {
	for _, s := range d.Specs {
		spec := s.(*ast.TypeSpec)
		doc := spec.Doc
		if doc == nil && !d.Lparen.IsValid() {
			doc = d.Doc
		}
		name := spec.Name.Name
		r.doc(doc, "type", name, signature{})
		switch t := spec.Type.(type) {
		case *ast.StructType:
			for _, f := range t.Fields.List {
				for _, field := range fieldNames(f) {
					r.doc(f.Doc, "field", name+"."+field, signature{})
				}
			}
		case *ast.InterfaceType:
			for _, f := range t.Methods.List {
				if sig, ok := f.Type.(*ast.FuncType); ok && len(f.Names) == 1 {
					r.doc(f.Doc, "func", name+"."+f.Names[0].Name, signature{sig, true, name + "." + f.Names[0].Name})
				}
			}
		}
	}
}

// signature is what is known of a documented function; zero for all else.
type signature struct {
	sig    *ast.FuncType
	method bool
	name   string // as findings name it
}

// doc reads the directives of a doc comment.
func (r *reader) doc(g *ast.CommentGroup, about, symbol string, fn signature) {
	if g == nil {
		return
	}
	for _, c := range g.List {
		text, ok := strings.CutPrefix(c.Text, prefix)
		if !ok || aboutFinding(c) {
			continue
		}
		again := r.claimed[c] // several fields share a comment
		r.claimed[c] = true
		word, rest, _ := strings.Cut(text, " ")
		w, known := words[word]
		if !known {
			if !again {
				r.fail(c, unknown(word))
			}
			continue
		}
		row, reason, err := w.read(about, rest, fn.sig)
		if err != nil {
			if !again {
				r.fail(c, err)
			}
			continue
		}
		if w.reason && !r.harmless(word, reason, fn.name, c) {
			continue
		}
		d := model.Directive{About: about, Symbol: symbol, Word: word, Text: row, File: r.base(c), Line: r.line(c)}
		e, err := d.Row()
		if err == nil && fn.sig != nil {
			err = fits(e, fn.sig, fn.method)
			if err != nil {
				err = fmt.Errorf("%s:%d: %s%s: %w", d.File, d.Line, prefix, word, err)
			}
		}
		if err == nil {
			r.Rows = append(r.Rows, d)
		} else if !again {
			r.Mistakes = append(r.Mistakes, err)
		}
	}
}

func unknown(word string) error {
	return nearest.Unknown("directive", word, append(slices.Sorted(maps.Keys(words)), suppress.Ignore, suppress.FileIgnore))
}

// stray tells of a directive that stands where it has no meaning.
func (r *reader) stray(c *ast.Comment) {
	word, _, _ := strings.Cut(strings.TrimPrefix(c.Text, prefix), " ")
	err := unknown(word)
	if _, known := words[word]; known {
		err = errors.New("it stands in no doc comment of a function, method, type or field of a declared struct")
	}
	r.fail(c, err)
}

func (r *reader) fail(c *ast.Comment, err error) {
	word, _, _ := strings.Cut(c.Text, " ")
	r.Mistakes = append(r.Mistakes, fmt.Errorf("%s:%d: %s: %w", r.base(c), r.line(c), word, err))
}

func (r *reader) base(c *ast.Comment) string {
	return filepath.Base(source.Position(r.fset, c.Pos()).Filename)
}

func (r *reader) line(c *ast.Comment) int { return source.Position(r.fset, c.Pos()).Line }
