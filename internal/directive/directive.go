// Package directive reads the rows that stand in the source code of a package, in the doc comments of what they are about:
//
//	//idemvet:model fresh: random
//	func NextID() string
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
	"path/filepath"
	"strings"

	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/nearest"
)

// prefix is how every directive begins. As for other tools, no space stands before the name.
const prefix = "//idemvet:"

// words are the directives. One that another part of the tool reads belongs here too.
var words = []string{"model"}

// Read lists the rows of a package, in source order, and the mistakes. A row with a mistake is left out, the others hold.
func Read(fset *token.FileSet, files []*ast.File) ([]model.Directive, []error) {
	r := &reader{fset: fset}
	for _, f := range files {
		r.file(f)
	}
	return r.list, r.errs
}

type reader struct {
	fset *token.FileSet
	list []model.Directive
	errs []error

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
			r.doc(d.Doc, "func", funcSymbol(d), d.Type, d.Recv != nil)
		case *ast.GenDecl:
			if d.Tok == token.TYPE {
				r.types(d)
			}
		}
	}
	for _, g := range f.Comments {
		for _, c := range g.List {
			if strings.HasPrefix(c.Text, prefix) && !r.claimed[c] {
				r.stray(c)
			}
		}
	}
}

// mentions spares files without directives the walk: almost all.
func mentions(f *ast.File) bool {
	for _, g := range f.Comments {
		for _, c := range g.List {
			if strings.HasPrefix(c.Text, prefix) {
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
		r.doc(doc, "type", name, nil, false)
		switch t := spec.Type.(type) {
		case *ast.StructType:
			for _, f := range t.Fields.List {
				for _, field := range fieldNames(f) {
					r.doc(f.Doc, "field", name+"."+field, nil, false)
				}
			}
		case *ast.InterfaceType:
			for _, f := range t.Methods.List {
				if sig, ok := f.Type.(*ast.FuncType); ok && len(f.Names) == 1 {
					r.doc(f.Doc, "func", name+"."+f.Names[0].Name, sig, true)
				}
			}
		}
	}
}

// doc reads the directives of a doc comment. The signature is that of a function.
func (r *reader) doc(g *ast.CommentGroup, about, symbol string, sig *ast.FuncType, method bool) {
	if g == nil {
		return
	}
	for _, c := range g.List {
		text, ok := strings.CutPrefix(c.Text, prefix)
		if !ok {
			continue
		}
		again := r.claimed[c] // several fields share a comment
		r.claimed[c] = true
		word, row, _ := strings.Cut(text, " ")
		if err := known(word); err != nil {
			if !again {
				r.fail(c, err)
			}
			continue
		}
		d := model.Directive{About: about, Symbol: symbol, Text: strings.TrimSpace(row), File: r.base(c), Line: r.line(c)}
		e, err := d.Row()
		if err == nil && sig != nil {
			err = fits(e, sig, method)
			if err != nil {
				err = fmt.Errorf("%s:%d: %s%s: %w", d.File, d.Line, prefix, word, err)
			}
		}
		if err == nil {
			r.list = append(r.list, d)
		} else if !again {
			r.errs = append(r.errs, err)
		}
	}
}

func known(word string) error {
	switch word {
	case "model":
		return nil
	case "ignore", "file-ignore":
		return errors.New("findings cannot be suppressed by comments yet")
	}
	return nearest.Unknown("directive", word, words)
}

// stray tells of a directive that stands where it has no meaning.
func (r *reader) stray(c *ast.Comment) {
	word, _, _ := strings.Cut(strings.TrimPrefix(c.Text, prefix), " ")
	err := known(word)
	if err == nil {
		err = errors.New("it stands in no doc comment of a function, method, type or field of a declared struct")
	}
	r.fail(c, err)
}

func (r *reader) fail(c *ast.Comment, err error) {
	word, _, _ := strings.Cut(c.Text, " ")
	r.errs = append(r.errs, fmt.Errorf("%s:%d: %s: %w", r.base(c), r.line(c), word, err))
}

func (r *reader) base(c *ast.Comment) string {
	return filepath.Base(r.fset.PositionFor(c.Pos(), false).Filename)
}

func (r *reader) line(c *ast.Comment) int { return r.fset.PositionFor(c.Pos(), false).Line }
