package sqlshape

import (
	"regexp"
	"strings"

	"github.com/DataDog/go-sqllexer"
)

// Marks stand for holes while the text is with the lexer, which takes a zero byte for the end.
const (
	holeMark   = '\uE000' // a hole
	verbMark   = '\uE001' // a formatting verb
	dollarMark = '\uE002' // "$" before a hole or a verb: a placeholder whose number is unknown
)

// A verb before a lower case letter is the operator: shard%shards.
var verbRx = regexp.MustCompile(`%(\[\d+\])?[-+#0]*\d*(\.\d+)?(\[\d+\])?[sdvqxtT]($|[^a-z])`)

var dollarRx = regexp.MustCompile(`\$[` + string(holeMark) + string(verbMark) + `]`)

var templateRx = regexp.MustCompile(`\{\{[^{}]*\}\}`)

// bracketRx tells a bracketed name from an array: no operand stands in front of it.
var bracketRx = regexp.MustCompile(`(?:^|[\s(,.=])\[[A-Za-z_][\w ]*\]`)

// lexing is one pass over a text.
type lexing struct {
	src   string
	off   int
	lex   *sqllexer.Lexer
	dbms  sqllexer.DBMSType
	verbs []string // the verbs in text order, to put them back where they are part of a string
	holes int
	ticks bool // the text has backticks
	glued bool
	out   []token
}

// pieces cuts a text into tokens; names are in pieces yet.
func pieces(text string) []token {
	l := newLexing(text)
	if l.run() || l.dbms != "" || !strings.Contains(text, `\`) {
		return l.out
	}
	// A string did not end: a backslash in it was no escape.
	m := newLexing(text)
	m.dbms = sqllexer.DBMSPostgres
	if m.run() {
		return m.out
	}
	return l.out
}

func newLexing(text string) *lexing {
	text = strings.TrimPrefix(strings.ToValidUTF8(text, "\uFFFD"), "\uFEFF")
	l := &lexing{out: make([]token, 0, 8+len(text)/4)}
	text = strings.ReplaceAll(text, Hole, string(holeMark))
	if strings.Contains(text, "{{") {
		text = templateRx.ReplaceAllString(text, string(holeMark))
	}
	if strings.Contains(text, "%") {
		text = l.markVerbs(text)
	}
	if strings.Contains(text, "$") {
		text = dollarRx.ReplaceAllStringFunc(text, func(s string) string {
			return string(dollarMark) + s[1:]
		})
	}
	l.src, l.ticks, l.dbms = text, strings.Contains(text, "`"), lexMode(text)
	return l
}

// markVerbs replaces formatting verbs by marks. A mark that the text had before stands for itself.
func (l *lexing) markVerbs(text string) string {
	var b strings.Builder
	for {
		at := verbRx.FindStringSubmatchIndex(text)
		end := len(text)
		if at != nil {
			end = at[0]
		}
		for range strings.Count(text[:end], string(verbMark)) {
			l.verbs = append(l.verbs, "")
		}
		b.WriteString(text[:end])
		if at == nil {
			return b.String()
		}
		l.verbs = append(l.verbs, text[at[0]:at[8]])
		b.WriteRune(verbMark)
		text = text[at[8]:]
	}
}

// lexMode chooses how strings and brackets are read. Backticks and MySQL's rules are read here instead: in its MySQL
// mode the lexer rewrites names, and then the place in the text is lost.
func lexMode(text string) sqllexer.DBMSType {
	for i := 0; i+1 < len(text); i++ {
		switch {
		case text[i] == '$' && text[i+1] >= '0' && text[i+1] <= '9', text[i] == ':' && text[i+1] == ':':
			return sqllexer.DBMSPostgres
		}
	}
	if strings.Contains(text, string(dollarMark)) {
		return sqllexer.DBMSPostgres
	}
	if strings.Contains(text, "[") && !strings.Contains(text, "`") && bracketRx.MatchString(text) {
		return sqllexer.DBMSSQLServer
	}
	return ""
}

// run reads the whole text; it reports false when a string did not end.
func (l *lexing) run() bool {
	l.restart(0)
	for l.off < len(l.src) {
		if l.special() {
			continue
		}
		t := l.lex.Scan()
		if t.Type == sqllexer.EOF || t.Value == "" {
			return true
		}
		start := l.off
		l.off += len(t.Value)
		switch t.Type {
		case sqllexer.SPACE, sqllexer.COMMENT, sqllexer.MULTILINE_COMMENT:
			l.verbsIn(t.Value)
			l.glued = false
		case sqllexer.INCOMPLETE_STRING, sqllexer.ERROR:
			l.add(token{kind: kOdd, text: t.Value})
			return false
		default:
			l.token(t, start)
		}
	}
	return true
}

// restart has the lexer go on at a place of our choosing.
func (l *lexing) restart(off int) {
	l.off = off
	l.lex = sqllexer.New(l.src[off:], sqllexer.WithDBMS(l.dbms))
}

// special reads what the lexer would read otherwise than we need: backticks, lone dollars, # comments.
func (l *lexing) special() bool {
	rest := l.src[l.off:]
	if l.off == 0 || l.src[l.off-1] == '\n' {
		if l.clientLine(rest) {
			return true
		}
	}
	switch rest[0] {
	case '`':
		end := strings.IndexByte(rest[1:], '`')
		if end < 0 {
			return false
		}
		l.quoted(rest[:end+2])
		l.restart(l.off + end + 2)
		return true
	case '$':
		if len(rest) > 1 && isDigit(rest[1]) || dollarString(rest) {
			return false
		}
		n := 1 + nameLen(rest[1:])
		switch {
		case n == 1:
			l.add(token{kind: kOdd, text: "$"})
		case strings.EqualFold(rest[:n], "$action"): // of MERGE … OUTPUT
			l.add(token{kind: kName, text: rest[:n], parts: []string{"$action"}})
		default:
			l.add(token{kind: kNamed, text: rest[1:n]})
		}
		l.restart(l.off + n)
		return true
	case '#':
		if n := 1 + nameLen(rest[1:]); n > 1 && !l.glued && l.beforeTable() {
			l.add(token{kind: kWord, text: rest[:n], parts: []string{strings.ToLower(rest[:n])}})
			l.restart(l.off + n)
			return true
		}
		if !l.ticks && (l.dbms != "" || len(rest) < 2 || rest[1] != ' ') {
			return false
		}
		end := strings.IndexByte(rest, '\n')
		if end < 0 {
			end = len(rest)
		}
		l.verbsIn(rest[:end])
		l.glued = false
		l.restart(l.off + end)
		return true
	}
	return false
}

// clientLine skips the lines that are for a client, not for the server: \connect, DELIMITER, the data behind COPY …
// FROM stdin. A line GO ends a statement.
func (l *lexing) clientLine(rest string) bool {
	line, _, _ := strings.Cut(rest, "\n")
	word := strings.ToUpper(strings.TrimSpace(line))
	n := len(line)
	switch {
	case word == "GO":
		l.add(token{kind: kPunct, text: ";"})
	case len(line) > 1 && line[0] == '\\' && isLetter(line[1]), strings.HasPrefix(word, "DELIMITER "):
	case l.copying():
		end := strings.Index("\n"+rest, "\n\\.")
		if end < 0 {
			return false
		}
		n = min(end+len("\\."), len(rest))
	default:
		return false
	}
	l.verbsIn(rest[:n])
	l.glued = false
	l.restart(l.off + n)
	return true
}

// copying tells whether the statement that just ended was COPY … FROM stdin.
func (l *lexing) copying() bool {
	n := len(l.out) - 1
	if n < 3 || !l.out[n].is(";") || !strings.EqualFold(l.out[n-1].text, "stdin") {
		return false
	}
	for n--; n > 0 && !l.out[n-1].is(";"); n-- {
	}
	return strings.EqualFold(l.out[n].text, "COPY")
}

// beforeTable tells whether the name of a table comes next, so that #name is a temporary table of SQL Server.
func (l *lexing) beforeTable() bool {
	n := len(l.out)
	if n == 0 {
		return false
	}
	before := token{up: strings.ToUpper(l.out[n-1].text)}
	return before.isAny("TABLE", "FROM", "INTO", "JOIN", "UPDATE")
}

func dollarString(s string) bool {
	n := nameLen(s[1:]) + 1
	return n < len(s) && s[n] == '$' && strings.Contains(s[n+1:], s[:n+1])
}

// nameLen is the length of the plain name at the start.
func nameLen(s string) int {
	n := 0
	for n < len(s) && (s[n] == '_' || isDigit(s[n]) || isLetter(s[n])) {
		n++
	}
	return n
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= 0x80 }

func (l *lexing) add(t token) {
	t.glued = l.glued
	l.glued = true
	l.out = append(l.out, t)
}

// verbsIn takes the verbs of a text off the list and puts them back into the text.
func (l *lexing) verbsIn(s string) string {
	for strings.ContainsRune(s, verbMark) && len(l.verbs) > 0 {
		s = strings.Replace(s, string(verbMark), l.verbs[0], 1)
		l.verbs = l.verbs[1:]
	}
	return s
}
