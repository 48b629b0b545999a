package sqlshape

import (
	"strings"
)

type kind uint8

const (
	kEnd   kind = iota
	kWord       // unquoted, undotted: a keyword or a name
	kName       // quoted or dotted
	kStr        // string literal; text is unquoted
	kNum        // number
	kOp         // operator, also "*"
	kPunct      // ( ) [ ] { } , ; .
	kParam      // ?, $1, ?1, @p1; ord is the ordinal
	kNamed      // :name, @name; text is the name
	kHole       // a hole, or a name with a hole in it; ord counts them
	kOdd        // anything else
)

// token is a token of the reader. Tokens of the lexer are cut and joined into these: "a/b" is one token there, and
// "s"."t" . u is four.
type token struct {
	kind  kind
	text  string
	up    string   // upper case text of a kWord
	parts []string // of a kWord or kName: lower case parts
	ord   int
	mate  int  // of an opening bracket and of CASE: the index of its end; -1 when it has none
	glued bool // nothing stands between this token and the one before
	quote byte // of a quoted name: in MySQL and Spanner double quotes make a string
}

func (t *token) is(punct string) bool { return t.kind == kPunct && t.text == punct }

func (t *token) op(op string) bool { return t.kind == kOp && t.text == op }

func (t *token) name() bool { return t.kind == kWord || t.kind == kName }

// last is the last part of a name: the column of t.col.
func (t *token) last() string {
	if len(t.parts) == 0 {
		return ""
	}
	return t.parts[len(t.parts)-1]
}

// qual is the part in front of the last one.
func (t *token) qual() string {
	if len(t.parts) < 2 {
		return ""
	}
	return t.parts[len(t.parts)-2]
}

// isColumnOf tells whether the token is a column of one of the tables, or all of them.
func (t *token) isColumnOf(tables ...string) bool {
	for _, name := range tables {
		if len(t.parts) == 2 && t.parts[0] == name {
			return true
		}
	}
	return false
}

// full is the whole name, as far as it is known.
func (t *token) full() string {
	if len(t.parts) > 1 && t.parts[0] == Hole {
		return strings.Join(t.parts[1:], ".")
	}
	return strings.Join(t.parts, ".")
}

// hole tells whether something in the token is unknown.
func (t *token) hole() bool { return t.kind == kHole || len(t.parts) > 1 && t.parts[0] == Hole }

// tokenize reads a text into tokens, joins names, and says which dialect the tokens show.
func tokenize(text string) ([]token, Dialect) {
	toks := joinNames(pieces(text))
	dialect := dialectOf(toks)
	if dialect == MySQL || dialect == Spanner {
		for i := range toks {
			if t := &toks[i]; t.kind == kName && t.quote == '"' && len(t.parts) == 1 {
				t.kind = kStr
			}
		}
	}
	return placeholders(toks, dialect), dialect
}

// joinNames makes one token of the pieces of a dotted name, and a hole of a name with a hole in it.
func joinNames(in []token) []token {
	out := in[:0]
	for i := 0; i < len(in); i++ {
		t := in[i]
		if !namePiece(&t) {
			out = append(out, t)
			continue
		}
		for i+1 < len(in) && joins(&t, &in[i+1]) {
			t = join(t, in[i+1])
			i++
		}
		t.up = ""
		switch {
		case t.kind == kWord:
			t.up = strings.ToUpper(t.text)
		case t.kind == kName && t.last() == "":
			t.kind = kOdd // it ends in a dot
		}
		out = append(out, t)
	}
	return out
}

func namePiece(t *token) bool { return t.name() || t.kind == kHole && t.text != "'" }

// joins tells whether the next piece belongs to the name so far. A dot joins across spaces; a hole joins only what
// touches it.
func joins(t, next *token) bool {
	open := t.name() && t.last() == "" || t.kind == kHole && strings.HasSuffix(t.text, ".")
	switch {
	case next.is("."):
		return !open
	case next.op("*"):
		return open && next.glued
	case !namePiece(next):
		return false
	case open:
		return true
	case next.kind == kHole || t.kind == kHole:
		return next.glued && !keyword(t) && !keyword(next)
	}
	return false
}

func keyword(t *token) bool { return t.kind == kWord && reserved[strings.ToUpper(t.text)] }

func join(t, next token) token {
	out := t
	out.text = t.text + next.text
	switch {
	case t.kind == kHole && strings.HasSuffix(t.text, ".") && next.name():
		out.kind, out.parts = kName, append([]string{Hole}, next.parts...)
		return out
	case t.kind == kHole || next.kind == kHole:
		out.kind, out.parts = kHole, nil
		out.ord = max(t.ord, next.ord)
		return out
	}
	out.kind = kName
	more := next.parts
	if next.is(".") {
		more = []string{"", ""}
	}
	if next.op("*") {
		more = []string{"*"}
	}
	parts := append([]string(nil), t.parts...)
	if parts[len(parts)-1] == "" {
		parts = append(parts[:len(parts)-1], more...)
	} else {
		parts = append(parts, more[1:]...)
	}
	out.parts = parts
	return out
}

// mates finds the ends of brackets and of CASE within one statement, and reports whether all have one.
func mates(toks []token) bool {
	ok := true
	var open []int
	for i := range toks {
		t := &toks[i]
		t.mate = -1
		switch {
		case t.is("("), t.is("["), t.is("{"), t.up == "CASE":
			open = append(open, i)
		case t.is(")"), t.is("]"), t.is("}"), t.up == "END":
			k := len(open) - 1
			for k >= 0 && !closes(&toks[open[k]], t) {
				k--
			}
			if k < 0 {
				if t.up != "END" {
					t.kind, ok = kOdd, false
				}
				continue
			}
			for _, o := range open[k+1:] {
				toks[o].kind, ok = kOdd, false
			}
			toks[open[k]].mate = i
			open = open[:k]
		}
	}
	for _, o := range open {
		toks[o].kind = kOdd
	}
	return ok && len(open) == 0
}

// closes tells whether a closing token ends an open bracket. END ends nothing but the innermost CASE.
func closes(open, end *token) bool {
	switch end.text {
	case ")":
		return open.is("(")
	case "]":
		return open.is("[")
	case "}":
		return open.is("{")
	}
	return open.up == "CASE"
}
