package sqlshape

import (
	"slices"
	"strings"
)

// maxDepth bounds the nesting that is read: deeper queries are left unread, and the statement is Partial.
const maxDepth = 60

// span is a run of tokens: from lo up to hi.
type span struct{ lo, hi int }

func (s span) empty() bool { return s.lo >= s.hi }

// reader reads one statement. The queries in brackets are read once each: without the memory, a query that is read
// both by its clause and by the walk over all brackets would cost twice as much on each level.
type reader struct {
	toks    []token
	dialect Dialect
	memo    map[int]*Statement
	depth   int
}

var noToken token

// at is the token at i, or an end. Tokens are not changed by the readers.
func (r *reader) at(i int) *token {
	if i < 0 || i >= len(r.toks) {
		return &noToken
	}
	return &r.toks[i]
}

// words tells whether the given keywords stand at i.
func (r *reader) words(i int, words ...string) bool {
	for k, w := range words {
		if r.at(i+k).up != w {
			return false
		}
	}
	return true
}

// next is the place behind the token at i, or behind the bracket that opens there.
func (r *reader) next(i int) int {
	if t := r.at(i); t.mate > i {
		return t.mate + 1
	}
	return i + 1
}

// opens tells whether a bracket with an end opens at i.
func (r *reader) opens(i int) bool { return r.at(i).is("(") && r.at(i).mate > i }

// inner is what stands in the bracket that opens at i.
func (r *reader) inner(i int) span {
	if !r.opens(i) {
		return span{i, i}
	}
	return span{i + 1, r.toks[i].mate}
}

// find is the first place in the span, outside of brackets, that fits; hi when there is none.
func (r *reader) find(s span, fits func(i int) bool) int {
	for i := s.lo; i < s.hi; i = r.next(i) {
		if fits(i) {
			return i
		}
	}
	return s.hi
}

func (r *reader) findWord(s span, words ...string) int {
	return r.find(s, func(i int) bool { return r.at(i).up != "" && slices.Contains(words, r.at(i).up) })
}

// split cuts a span at the separators outside of brackets.
func (r *reader) split(s span, sep func(i int) bool) []span {
	var out []span
	lo := s.lo
	for i := s.lo; i < s.hi; i = r.next(i) {
		if sep(i) {
			out = append(out, span{lo, i})
			lo = i + 1
		}
	}
	return append(out, span{lo, s.hi})
}

// items cuts a span at its commas; an empty span has no items.
func (r *reader) items(s span) []span {
	if s.empty() {
		return nil
	}
	return r.split(s, func(i int) bool { return r.at(i).is(",") })
}

// holes tells whether a hole stands anywhere in the span.
func (r *reader) holes(s span) bool {
	for i := s.lo; i < s.hi; i++ {
		if r.at(i).hole() {
			return true
		}
	}
	return false
}

// unclear tells whether a token of the statement is not understood, or hides something.
func (r *reader) unclear(toks []token) bool {
	for i := range toks {
		if t := &toks[i]; t.hole() || t.kind == kOdd || t.kind == kParam && t.ord < 0 {
			return true
		}
	}
	return false
}

// query tells whether the bracket at i holds a query.
func (r *reader) query(i int) bool {
	for r.opens(i) {
		i++
		if beginsQuery[r.at(i).up] {
			return true
		}
	}
	return false
}

// unwrap drops brackets around a whole span.
func (r *reader) unwrap(s span) span {
	for r.opens(s.lo) && r.at(s.lo).mate == s.hi-1 {
		s = span{s.lo + 1, s.hi - 1}
	}
	return s
}

// sub reads the query in a span.
func (r *reader) sub(s span) *Statement {
	s = r.unwrap(s)
	if st := r.memo[s.lo]; st != nil {
		return st
	}
	st := &Statement{Limit: -1, Partial: true}
	if r.depth < maxDepth {
		r.depth++
		st = r.statement(s)
		r.depth--
	}
	r.memo[s.lo] = st
	return st
}

// text is the span in a normal form: lower case outside of strings, single spaces.
func (r *reader) text(s span) string {
	var b strings.Builder
	for i := s.lo; i < s.hi; i++ {
		t := r.at(i)
		if i > s.lo && r.spaced(i) {
			b.WriteByte(' ')
		}
		switch t.kind {
		case kStr:
			b.WriteString("'" + strings.ReplaceAll(t.text, "'", "''") + "'")
		case kWord, kName:
			b.WriteString(t.full())
		case kNamed:
			b.WriteString("@" + t.text)
		case kParam:
			b.WriteString("?")
		case kHole:
			b.WriteString(Hole)
		default:
			b.WriteString(strings.ToLower(t.text))
		}
	}
	return b.String()
}

// spaced tells whether the normal form has a space in front of the token at i.
func (r *reader) spaced(i int) bool {
	t, before := r.at(i), r.at(i-1)
	switch {
	case t.is(")"), t.is(","), t.is("]"), before.is("("), before.is("["), t.op("::"), before.op("::"):
		return false
	case t.is("["):
		return !before.name() && !before.is("]") && !before.is(")")
	case t.is("("):
		return !before.name() || reserved[before.up]
	}
	return true
}
