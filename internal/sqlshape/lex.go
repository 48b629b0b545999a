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
