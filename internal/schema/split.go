package schema

import (
	"regexp"
	"strings"
)

// A piece is one statement of a file.
type piece struct {
	text string
	line int // of its first word
}

var (
	marker = regexp.MustCompile(`(?i)^\s*--\s*(?:\+(?:goose|migrate)\s+|migrate:\s*|rambler\s+|//\s*@)(up|down|undo)\b`)
	tern   = regexp.MustCompile(`(?i)^\s*-{4}\s*create above\s*/\s*drop below\s*-{4}`)
)

// upPart blanks what takes the migration back. Lines keep their numbers.
//
// A file without such a mark is all up: what the mark of a tool unknown here hides would be read as done.
func upPart(text string) string {
	low := strings.ToLower(text)
	if !strings.Contains(low, "+goose") && !strings.Contains(low, "migrate") && !strings.Contains(low, "drop below") &&
		!strings.Contains(low, "rambler") && !strings.Contains(low, "@undo") {
		return text
	}
	var b strings.Builder
	up := true
	for line := range strings.Lines(text) {
		if m := marker.FindStringSubmatch(line); m != nil {
			up = strings.EqualFold(m[1], "up")
		} else if tern.MatchString(line) {
			up = false
		}
		if up {
			b.WriteString(line)
		} else if strings.HasSuffix(line, "\n") {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// A splitter cuts a file into statements. Blocks of procedures are cut too, at each semicolon inside: of their statements
// only those that change tables matter, and a procedure in a migration is there to be called.
type splitter struct {
	text  string
	pos   int
	line  int
	start int // of the current statement, -1 between two
	from  int // its line
	delim string
	out   []piece
}

func split(text string) []piece {
	s := &splitter{text: text, line: 1, start: -1}
	atLine := true
	for s.pos < len(s.text) {
		if atLine {
			atLine = false
			if s.lineCommand() {
				atLine = true
				continue
			}
		}
		switch c := s.text[s.pos]; {
		case c == '\n':
			s.advance(1)
			atLine = true
		case c == ' ' || c == '\t' || c == '\r':
			s.pos++
		case s.has("--"):
			s.advance(until(s.text[s.pos:], "\n", 0))
		case s.has("/*"):
			s.advance(until(s.text[s.pos:], "*/", 2))
		case s.delim != "" && s.has(s.delim):
			s.end(len(s.delim))
		case c == ';':
			s.end(1)
		default:
			if s.start < 0 {
				s.start, s.from = s.pos, s.line
			}
			s.advance(wordLen(s.text[s.pos:]))
		}
	}
	s.end(0)
	return s.out
}

func (s *splitter) has(prefix string) bool { return strings.HasPrefix(s.text[s.pos:], prefix) }

func (s *splitter) advance(n int) {
	s.line += strings.Count(s.text[s.pos:s.pos+n], "\n")
	s.pos += n
}

// end closes the current statement, and leaps over the data that follows a COPY.
func (s *splitter) end(skip int) {
	if s.start >= 0 {
		text := s.text[s.start:s.pos]
		s.out = append(s.out, piece{text, s.from})
		s.start = -1
		if fold(text, "copy") && strings.Contains(strings.ToLower(text[max(0, len(text)-200):]), "from stdin") {
			s.advance(skip)
			s.advance(until(s.text[s.pos:], "\n\\.", 3))
			return
		}
	}
	s.advance(skip)
}

// lineCommand eats a line that is for a client program, not for the database.
func (s *splitter) lineCommand() bool {
	rest := s.text[s.pos:]
	n := until(rest, "\n", 0)
	line := strings.TrimSpace(rest[:n])
	switch {
	case line == "":
		return false
	case line[0] == '\\' || line[0] == '#':
	case strings.EqualFold(line, "go") || line == "/":
		s.end(0)
	case fold(line, "delimiter"):
		s.end(0)
		s.delim = strings.TrimSpace(line[len("delimiter"):])
	default:
		return false
	}
	s.advance(min(n+1, len(rest)))
	return true
}

// wordLen is the length of the token that text begins with: a quoted text, a word, or one byte.
func wordLen(text string) int {
	switch c := text[0]; {
	case c == '\'':
		return quoted(text)
	case c == '"' || c == '`':
		return 1 + until(text[1:], string(c), 1)
	case c == '$':
		return dollar(text)
	case wordByte(c):
		n := 1
		for n < len(text) && wordByte(text[n]) {
			n++
		}
		return n
	}
	return 1
}

// quoted measures a string. Whether a backslash escapes the quote depends on the dialect; a quote that a comma, a closing
// parenthesis or a semicolon follows is taken as the end.
func quoted(text string) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			if i+2 < len(text) && (text[i+1] == '\\' || text[i+1] == '\'' && !strings.ContainsRune(",);", rune(text[i+2]))) {
				i++
			}
		case '\'':
			if i+1 == len(text) || text[i+1] != '\'' {
				return i + 1
			}
			i++
		}
	}
	return len(text)
}

func dollar(text string) int {
	n := 1
	for n < len(text) && wordByte(text[n]) {
		n++
	}
	if n == len(text) || text[n] != '$' || n > 1 && text[1] >= '0' && text[1] <= '9' {
		return n
	}
	tag := text[:n+1]
	return len(tag) + until(text[len(tag):], tag, len(tag))
}

func wordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

// until is the offset of mark in text plus extra, and the length of text without one.
func until(text, mark string, extra int) int {
	if i := strings.Index(text, mark); i >= 0 {
		return i + extra
	}
	return len(text)
}

// fold reports whether text begins with the word, in any case.
func fold(text, word string) bool {
	return len(text) >= len(word) && strings.EqualFold(text[:len(word)], word) && (len(text) == len(word) || !wordByte(text[len(word)]))
}
