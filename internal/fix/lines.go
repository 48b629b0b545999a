package fix

import (
	"go/ast"
	"go/format"
	"go/token"
	"io"

	"github.com/idemvet/idemvet/internal/rule"
)

// leading is where a statement begins, the comment that stands right above it included.
func (s *site) leading(stmt ast.Stmt) token.Pos {
	pos := stmt.Pos()
	line := s.Fset.PositionFor(pos, false).Line
	for _, f := range s.Files {
		if !holds(f, pos) {
			continue
		}
		for _, g := range f.Comments {
			if g.End() < pos && s.Fset.PositionFor(g.End(), false).Line == line-1 && s.ownLines(f, g) {
				return g.Pos()
			}
		}
	}
	return pos
}

// ownLines reports whether a comment has its lines for itself.
func (s *site) ownLines(f *ast.File, g *ast.CommentGroup) bool {
	line := s.Fset.PositionFor(g.Pos(), false).Line
	alone := true
	ast.Inspect(f, func(n ast.Node) bool {
		if n == nil || !alone {
			return false
		}
		if _, comment := n.(*ast.CommentGroup); comment {
			return false
		}
		if n.Pos() < g.Pos() && n.End() <= g.Pos() && s.Fset.PositionFor(n.End(), false).Line == line {
			alone = false
		}
		return n.Pos() < g.Pos()
	})
	return alone
}

// line removes a statement or an import together with the end of its line, if nothing follows on that.
func (s *site) line(stmt ast.Node) rule.Edit {
	tf := s.Fset.File(stmt.Pos())
	line := tf.Line(stmt.End())
	end := stmt.End()
	if line < tf.LineCount() && !s.commented(stmt.End()) {
		end = tf.LineStart(line + 1)
	}
	return s.replace(stmt.Pos(), end, "")
}

// commented reports whether a comment follows on the line of a position.
func (s *site) commented(pos token.Pos) bool {
	line := s.Fset.PositionFor(pos, false).Line
	for _, f := range s.Files {
		if holds(f, pos) {
			for _, g := range f.Comments {
				if g.Pos() >= pos && s.Fset.PositionFor(g.Pos(), false).Line == line {
					return true
				}
			}
		}
	}
	return false
}

// printNode writes a node as gofmt would.
func printNode(w io.Writer, fset *token.FileSet, n ast.Node) error { return format.Node(w, fset, n) }
