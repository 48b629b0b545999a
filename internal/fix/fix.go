// Package fix makes the edits that mend findings, where what to write is a matter of mechanics.
//
// Rules see no syntax, so edits are made apart from them: a fixer is given a finding, with the places of its path, and the
// syntax of the package. It offers an edit only where it can see that the result compiles and that the finding is gone; in
// doubt it offers none, and the finding's help says what to write. A finding that lies in another package than the one
// that is analysed gets no edit.
package fix

import (
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ast/astutil"

	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/rule"
	"github.com/idemvet/idemvet/internal/source"
)

// Package is what fixers see of a package: files as they were parsed, with comments, and what the type checker found.
type Package struct {
	Path  string
	Fset  *token.FileSet
	Files []*ast.File
	Info  *types.Info

	Rows func(*types.Func) []*model.Entry // what is known of a function or method of a library

	named map[*ast.FuncDecl][]string // see free
}

// fixer offers a change that mends a finding, or nothing.
type fixer func(s *site) (rule.Fix, bool)

// fixers are those of each rule, the best first.
var fixers = map[string][]fixer{
	"IDV101": {hoist},
	"IDV110": {hoist},
	"IDV111": {rebuild},
	"IDV201": {hoist, carried},
	"IDV202": {lasting},
	"IDV301": {onlyNew, skip},
	"IDV302": {expiry},
	"IDV303": {doNothing},
	"IDV309": {throughTx, detach},
	"IDV506": {reset},
	"IDV507": {throughTx, innerContext},
}

// Rules lists the ids of the rules that offer edits.
func Rules() []string {
	var ids []string
	for id := range fixers {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids
}

// Attach gives the findings of a package the changes that mend them.
func Attach(p *Package, found []rule.Finding) {
	p.named = map[*ast.FuncDecl][]string{}
	for i := range found {
		f := &found[i]
		for _, fix := range fixers[f.Rule] {
			s := &site{Package: p, finding: f, all: found}
			x, ok := fix(s)
			if !ok {
				continue
			}
			if x.Edits = s.tidied(x.Edits); s.sound(x.Edits) {
				if x.Applicability == "" {
					x.Applicability = rule.UnsafeFix
				}
				f.Fixes = append(f.Fixes, x)
			}
		}
	}
}

// site is one finding in the syntax of its package.
type site struct {
	*Package
	finding *rule.Finding
	all     []rule.Finding // of the package
}

// sound reports whether edits are sorted and apart, and lie in files that are what the user wrote: the go command rewrites
// those that import "C", and what a generator wrote it will write again.
func (s *site) sound(edits []rule.Edit) bool {
	slices.SortStableFunc(edits, func(a, b rule.Edit) int { return a.At.Compare(b.At) })
	for i, e := range edits {
		file := s.file(e.At)
		if file == nil || ast.IsGenerated(file) || source.Rewritten(s.Fset.File(file.FileStart).Name()) || slices.ContainsFunc(file.Imports, func(x *ast.ImportSpec) bool { return x.Path.Value == `"C"` }) {
			return false
		}
		if i > 0 && edits[i-1].At.File == e.At.File && before(e.At, edits[i-1].At) {
			return false
		}
	}
	return len(edits) > 0
}

// before reports whether a begins before b ends.
func before(a, b rule.Place) bool {
	return a.Line < b.EndLine || a.Line == b.EndLine && a.Column < b.EndColumn
}

// file is the file that a place lies in, nil if it is none of the package.
func (s *site) file(at rule.Place) *ast.File {
	if at.Pkg != s.Path {
		return nil
	}
	for _, f := range s.Files {
		if filepath.Base(s.Fset.PositionFor(f.FileStart, false).Filename) == at.File {
			return f
		}
	}
	return nil
}

// span is a place as positions, invalid if it is none of the package.
func (s *site) span(at rule.Place) (from, to token.Pos) {
	file := s.file(at)
	if file == nil || !at.IsValid() {
		return token.NoPos, token.NoPos
	}
	tf := s.Fset.File(file.FileStart)
	pos := func(line, column int) token.Pos {
		if line < 1 || line > tf.LineCount() {
			return token.NoPos
		}
		return tf.LineStart(line) + token.Pos(column-1)
	}
	from = pos(at.Line, at.Column)
	if to = from; at.EndLine > 0 {
		to = pos(at.EndLine, at.EndColumn)
	}
	if from < file.FileStart || to > file.FileEnd || to < from {
		return token.NoPos, token.NoPos
	}
	return from, to
}

// at lists the nodes around a place, innermost first.
func (s *site) at(place rule.Place) []ast.Node {
	from, to := s.span(place)
	if !from.IsValid() {
		return nil
	}
	path, _ := astutil.PathEnclosingInterval(s.file(place), from, to)
	return path
}

// callAt is the call that a place stands for, and the nodes around it, innermost first and itself among them.
func (s *site) callAt(place rule.Place) (*ast.CallExpr, []ast.Node) {
	path := s.at(place)
	from, to := s.span(place)
	for i, n := range path {
		if call, ok := n.(*ast.CallExpr); ok && call.Pos() <= from && to <= call.End() {
			return call, path[i:]
		}
	}
	return nil, nil
}

// step is the place of the first step of a role that lies in the package.
func (s *site) step(role rule.Role) rule.Place {
	for _, x := range s.finding.Path {
		if x.Role == role && x.At.Pkg == s.Path {
			return x.At
		}
	}
	return rule.Place{}
}

// steps are the places of a role, in the order of the path.
func (s *site) steps(role rule.Role) []rule.Place {
	var list []rule.Place
	for _, x := range s.finding.Path {
		if x.Role == role && x.At.Pkg == s.Path {
			list = append(list, x.At)
		}
	}
	return list
}

// replace is an edit from one position to another; both the same inserts.
func (s *site) replace(from, to token.Pos, text string) rule.Edit {
	a, b := s.Fset.PositionFor(from, false), s.Fset.PositionFor(to, false)
	return rule.Edit{Text: text, At: source.Place{
		Pkg: s.Path, File: filepath.Base(a.Filename), Line: a.Line, Column: a.Column, EndLine: b.Line, EndColumn: b.Column,
	}}
}

// declared is the function declaration among nodes.
func declared(path []ast.Node) *ast.FuncDecl {
	for _, n := range path {
		if d, ok := n.(*ast.FuncDecl); ok {
			return d
		}
	}
	return nil
}

// free is the first of some names that means nothing at a position and does not occur in the function at all, so that no scope
// between the position and a use can give it another meaning. No two edits in a function get the same.
func (s *site) free(within *ast.FuncDecl, names ...string) string {
	taken := map[string]bool{}
	for _, name := range s.named[within] {
		taken[name] = true
	}
	ast.Inspect(within, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			taken[id.Name] = true
		}
		return true
	})
	for i := 2; i < 10; i++ {
		names = append(names, names[0]+strconv.Itoa(i))
	}
	scope := s.Info.Scopes[within.Type]
	for _, name := range names {
		if taken[name] {
			continue
		}
		if scope != nil {
			if _, obj := scope.LookupParent(name, within.Pos()); obj != nil {
				continue
			}
		}
		s.named[within] = append(s.named[within], name)
		return name
	}
	return ""
}

// text is a node as it is written.
func (s *site) text(n ast.Node) string {
	var out strings.Builder
	if err := printNode(&out, s.Fset, n); err != nil {
		return ""
	}
	return out.String()
}
