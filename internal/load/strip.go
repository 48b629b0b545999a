package load

import "bytes"

// stripper rewrites a Go file so that only its declarations are left: function bodies become {}, the elements of
// composite literals and all comments go away. What remains declares the same types.
//
// A byte scanner is used instead of go/scanner because it passes over the 80 MB of a large service's dependencies in
// a fraction of the time, and parsing bodies just to drop them costs several times more. Files that are not valid Go
// give some other invalid text, which the parser then reports.
type stripper struct {
	src  []byte
	pos  int
	out  []byte
	uses map[string]bool // identifiers that are followed by a dot

	levels []level
	last   lastToken
	word   []byte // the last identifier or keyword
	top    bool   // before the package clause, where build constraints count
}

// level is the state of one bracket level outside of function bodies.
type level struct {
	sig   bool // inside a function signature: the next { at this level starts a body
	elem  bool // the signature is the element type of a slice, array or map: the next { starts a literal
	array bool // an array length is counted from its elements, so the next literal at this level is kept
}

// lastToken is what the decision at a brace and at a line end needs to know.
type lastToken uint8

const (
	tokOther lastToken = iota // operators and keywords after which a statement goes on
	tokWord                   // identifier, literal or a keyword that can end a statement
	tokType                   // struct or interface
	tokClose                  // ) ] }
	tokIndex                  // ] in front of an element type
)

// strip returns the declarations of src and adds every identifier that is followed by a dot to uses. An import whose
// name is not among them is not needed to type-check the declarations.
func strip(src []byte, uses map[string]bool) []byte {
	s := &stripper{src: src, out: make([]byte, 0, len(src)/4+64), uses: uses, top: true}
	s.levels = append(s.levels, level{})
	for s.pos < len(s.src) {
		s.step()
	}
	return s.out
}

func (s *stripper) level() *level { return &s.levels[len(s.levels)-1] }

func (s *stripper) emit(from int) { s.out = append(s.out, s.src[from:s.pos]...) }

// step consumes one token.
func (s *stripper) step() {
	start, c := s.pos, s.src[s.pos]
	switch {
	case isLetter(c):
		s.scanWord()
	case c == '\n':
		s.pos++
		s.endLine()
	case c == ' ' || c == '\t' || c == '\r':
		s.pos++
		if n := len(s.out); n > 0 && s.out[n-1] != ' ' && s.out[n-1] != '\n' {
			s.out = append(s.out, ' ')
		}
	case c == '/' && s.peek(1) == '/', c == '/' && s.peek(1) == '*':
		s.comment()
	case c == '"' || c == '`' || c == '\'':
		s.pos = skipQuoted(s.src, s.pos)
		s.emit(start)
		s.last = tokWord
	case c == '(' || c == '[':
		s.open(c)
	case c == ')' || c == ']' || c == '}':
		s.close(c)
	case c == '{':
		s.brace()
	default:
		s.operator(c)
	}
}

func (s *stripper) peek(n int) byte {
	if s.pos+n < len(s.src) {
		return s.src[s.pos+n]
	}
	return 0
}

func (s *stripper) scanWord() {
	start := s.pos
	for s.pos < len(s.src) && (isLetter(s.src[s.pos]) || isDigit(s.src[s.pos])) {
		s.pos++
	}
	s.word = s.src[start:s.pos]
	s.emit(start)
	prev := s.last
	s.last = tokWord
	switch string(s.word) {
	case "package":
		s.top = false
	case "struct", "interface":
		s.last = tokType
	case "chan", "map", "type", "var", "const", "import":
		s.last = tokOther
	case "func":
		s.last = tokOther
		if l := s.level(); !l.sig {
			l.sig, l.elem = true, prev == tokIndex
		}
	}
}

// endLine writes a line end. Where Go inserts a semicolon it ends the declaration at this level.
func (s *stripper) endLine() {
	if n := len(s.out); n > 0 && s.out[n-1] != '\n' {
		s.out = append(s.out, '\n')
	}
	if s.last == tokWord || s.last == tokClose || s.last == tokIndex {
		s.endPart()
		s.level().array = false
		s.last = tokOther
	}
}

func (s *stripper) endPart() { l := s.level(); l.sig, l.elem = false, false }

// comment drops a comment, except for build constraints: they can raise the file's language version.
func (s *stripper) comment() {
	start := s.pos
	line := s.src[s.pos+1] == '/'
	s.pos = skipComment(s.src, s.pos)
	text := s.src[start:s.pos]
	switch {
	case s.top && line && bytes.HasPrefix(text, []byte("//go:build ")):
		s.emit(start)
	case !line && bytes.IndexByte(text, '\n') >= 0:
		s.endLine() // a comment with a line end acts like one
	default:
		s.out = append(s.out, ' ')
	}
}

func (s *stripper) open(c byte) {
	s.pos++
	s.out = append(s.out, c)
	s.levels = append(s.levels, level{})
	s.last = tokOther
}

func (s *stripper) close(c byte) {
	s.pos++
	s.out = append(s.out, c)
	dots := bytes.HasSuffix(s.out, []byte("...]"))
	if len(s.levels) > 1 {
		s.levels = s.levels[:len(s.levels)-1]
	}
	s.last = tokClose
	if c == ']' {
		s.last = tokIndex
		if dots {
			s.level().array = true
		}
	}
}

// brace decides what an opening brace starts: the body of a type, a function body or a composite literal.
func (s *stripper) brace() {
	l := s.level()
	switch {
	case s.last == tokType:
		s.open('{')
	case l.sig && !l.elem:
		s.skipBraces()
		l.sig = false
	case l.array:
		l.array = false
		s.endPart()
		s.open('{')
	default:
		s.endPart()
		s.skipBraces()
	}
}

// skipBraces replaces a balanced pair of braces and all between by {}.
func (s *stripper) skipBraces() {
	depth := 0
	for s.pos < len(s.src) {
		switch c := s.src[s.pos]; c {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				s.pos++
				s.out = append(s.out, '{', '}')
				s.last = tokClose
				return
			}
		case '"', '`', '\'':
			s.pos = skipQuoted(s.src, s.pos)
			continue
		case '/':
			if n := s.peek(1); n == '/' || n == '*' {
				s.pos = skipComment(s.src, s.pos)
				continue
			}
		}
		s.pos++
	}
}

func (s *stripper) operator(c byte) {
	s.pos++
	s.out = append(s.out, c)
	switch {
	case isDigit(c):
		s.last = tokWord
	case c == '.' && s.last == tokWord:
		if !s.uses[string(s.word)] {
			s.uses[string(s.word)] = true
		}
		if !isDigit(s.peek(0)) { // not part of a number
			s.last = tokOther
		}
	case c == ',' || c == ';' || c == '=':
		s.endPart()
		s.last = tokOther
	default:
		s.last = tokOther
	}
}

func isLetter(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' || c >= 0x80
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// skipQuoted returns the offset after the string or rune literal that starts at pos.
func skipQuoted(src []byte, pos int) int {
	q := src[pos]
	for pos++; pos < len(src); pos++ {
		switch c := src[pos]; {
		case c == q:
			return pos + 1
		case c == '\\' && q != '`':
			pos++
		case c == '\n' && q != '`':
			return pos
		}
	}
	return len(src)
}

// skipComment returns the offset after the comment that starts at pos; the line end is not part of a // comment.
func skipComment(src []byte, pos int) int {
	if src[pos+1] == '/' {
		if n := bytes.IndexByte(src[pos:], '\n'); n >= 0 {
			return pos + n
		}
		return len(src)
	}
	if n := bytes.Index(src[pos+2:], []byte("*/")); n >= 0 {
		return pos + 2 + n + 2
	}
	return len(src)
}
