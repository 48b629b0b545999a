package directive

import (
	"go/ast"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/idemvet/idemvet/internal/source"
	"github.com/idemvet/idemvet/internal/suppress"
)

// aboutFinding reports whether a comment is, or is meant to be, one that suppresses findings.
func aboutFinding(c *ast.Comment) bool { return suppression.MatchString(c.Text) }

var (
	suppression = regexp.MustCompile(`^//[ \t]*idemvet:(ignore|file-ignore)(?:[ \t]|$)`)
	until       = regexp.MustCompile(`(?:^|[ \t])until=(\S*)`)
)

// finding reads a comment that suppresses findings.
func (r *reader) finding(f *ast.File, g *ast.CommentGroup, c *ast.Comment) {
	m := suppression.FindStringSubmatch(c.Text)
	out := suppress.Comment{Word: m[1], At: r.place(c), Within: enclosing(f, c.Pos())}
	head, reason, ok := strings.Cut(c.Text[len(m[0]):], "--")
	out.Reason = strings.TrimSpace(reason)
	if m := until.FindStringSubmatch(head); m != nil {
		out.Until, head = m[1], until.ReplaceAllString(head, "")
	}
	out.Rules = strings.FieldsFunc(head, func(r rune) bool { return r == ',' || r == ' ' || r == '\t' })
	switch _, err := time.Parse(time.DateOnly, out.Until); {
	case !strings.HasPrefix(c.Text, prefix):
		out.Fault = "has a space before it, so it is no directive"
	case len(out.Rules) == 0:
		out.Fault = "names no rule"
	case !ok || out.Reason == "":
		out.Fault = "gives no reason: write it behind two dashes"
	case out.Until != "" && err != nil:
		out.Fault = "has until=" + out.Until + ", which is no day; write it as until=2027-01-31"
	}
	if out.Word == suppress.Ignore {
		out.First, out.Last = r.covered(f, g, c)
		if out.First == 0 && out.Fault == "" {
			out.Fault = "stands where no code is that it could be about"
		}
	}
	r.Findings = append(r.Findings, out)
}

// harmless notes that a function is said to do no harm when it runs again.
func (r *reader) harmless(word, reason, within string, c *ast.Comment) bool {
	out := suppress.Comment{Word: word, Reason: reason, At: r.place(c), Within: within}
	if reason == "" {
		out.Fault = "gives no reason: write it behind two dashes"
	}
	r.Findings = append(r.Findings, out)
	return out.Fault == ""
}

func (r *reader) place(c *ast.Comment) source.Place {
	from, to := source.Position(r.fset, c.Pos()), source.Position(r.fset, c.End())
	return source.Place{Pkg: r.path, File: filepath.Base(from.Filename), Line: from.Line, Column: from.Column, EndLine: to.Line, EndColumn: to.Column}
}

// covered is the range of lines that a comment is about: a declaration whose doc comment it stands in; else the line that it
// ends, or the one below, with the rest of the statement or value that begins there. Of code with a block in it, such as a loop or a
// call that is given a function literal, what stands before the block.
func (r *reader) covered(f *ast.File, g *ast.CommentGroup, c *ast.Comment) (first, last int) {
	own := r.line(c)
	if d := documented(f, g); d != nil {
		return own, source.Position(r.fset, d.End()).Line
	}
	line := own
	if !r.trails(f, c) {
		line = source.Position(r.fset, g.End()).Line + 1
	}
	last = 0
	ast.Inspect(f, func(n ast.Node) bool {
		if n == nil {
			return false
		}
		if _, comment := n.(*ast.CommentGroup); comment {
			return false
		}
		from, to := source.Position(r.fset, n.Pos()).Line, source.Position(r.fset, n.End()).Line
		if from == line {
			if b := block(n); b.IsValid() {
				to = source.Position(r.fset, b).Line
			}
			last = max(last, to)
		} else if to == line {
			last = max(last, line) // the end of something longer
		}
		return from <= line && line <= to
	})
	if last == 0 {
		return 0, 0
	}
	return min(own, line), last
}

// trails reports whether code stands before a comment on its line.
func (r *reader) trails(f *ast.File, c *ast.Comment) bool {
	line, found := r.line(c), false
	ast.Inspect(f, func(n ast.Node) bool {
		if n == nil || found {
			return false
		}
		if _, comment := n.(*ast.CommentGroup); comment {
			return false
		}
		for _, p := range []token.Pos{n.Pos(), n.End() - 1} {
			if _, whole := n.(*ast.File); !whole && p < c.Pos() && source.Position(r.fset, p).Line == line {
				found = true
			}
		}
		return n.Pos() < c.Pos()
	})
	return found
}

// block is where the first block in a node begins.
func block(n ast.Node) (at token.Pos) {
	ast.Inspect(n, func(x ast.Node) bool {
		if b, ok := x.(*ast.BlockStmt); ok && !at.IsValid() {
			at = b.Lbrace
		}
		return !at.IsValid()
	})
	return at
}

// documented is the declaration, or part of one, that a comment documents.
func documented(f *ast.File, g *ast.CommentGroup) (found ast.Node) {
	ast.Inspect(f, func(n ast.Node) bool {
		var docs []*ast.CommentGroup
		switch n := n.(type) {
		case *ast.FuncDecl:
			docs = append(docs, n.Doc)
		case *ast.GenDecl:
			docs = append(docs, n.Doc)
		case *ast.ValueSpec:
			docs = append(docs, n.Doc)
		case *ast.TypeSpec:
			docs = append(docs, n.Doc)
		case *ast.Field:
			docs = append(docs, n.Doc)
		}
		if slices.Contains(docs, g) {
			found = n
		}
		return found == nil
	})
	return found
}

// enclosing is the name of the function declaration around a position, or that it documents.
func enclosing(f *ast.File, pos token.Pos) string {
	for _, d := range f.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok {
			from := fn.Pos()
			if fn.Doc != nil {
				from = fn.Doc.Pos()
			}
			if from <= pos && pos < fn.End() {
				return FuncName(fn)
			}
		}
	}
	return ""
}

// FuncName is a function as findings name it: Charge, (Client).Charge, (*Client).Charge.
func FuncName(d *ast.FuncDecl) string {
	if d.Recv == nil || len(d.Recv.List) == 0 {
		return d.Name.Name
	}
	star := ""
	if _, ok := ast.Unparen(d.Recv.List[0].Type).(*ast.StarExpr); ok {
		star = "*"
	}
	return "(" + star + typeName(d.Recv.List[0].Type) + ")." + d.Name.Name
}
