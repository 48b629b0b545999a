package sqlshape

import (
	"strings"
	"unicode/utf8"

	"github.com/DataDog/go-sqllexer"
)

// token turns one token of the lexer into ours; start is where it begins. Where the lexer took too much, it is cut,
// and the lexer goes on behind the cut.
func (l *lexing) token(t *sqllexer.Token, start int) {
	switch t.Type {
	case sqllexer.STRING:
		l.str(unquote(t.Value))
	case sqllexer.DOLLAR_QUOTED_STRING, sqllexer.DOLLAR_QUOTED_FUNCTION:
		n := strings.IndexByte(t.Value[1:], '$') + 2
		l.str(t.Value[n : len(t.Value)-n])
	case sqllexer.NUMBER:
		l.number(t.Value)
	case sqllexer.QUOTED_IDENT:
		l.quoted(t.Value)
	case sqllexer.OPERATOR, sqllexer.JSON_OP, sqllexer.WILDCARD:
		l.operators(start)
	case sqllexer.PUNCTUATION:
		if t.Value == ":" {
			l.operators(start)
			return
		}
		l.add(token{kind: kPunct, text: t.Value})
	case sqllexer.POSITIONAL_PARAMETER:
		l.add(token{kind: kParam, text: t.Value})
	case sqllexer.BIND_PARAMETER:
		l.add(token{kind: kNamed, text: t.Value[1:]})
	case sqllexer.UNKNOWN:
		l.unknown(t.Value)
	default:
		l.word(t.Value, start)
	}
}

func (l *lexing) unknown(s string) {
	switch r, _ := utf8.DecodeRuneInString(s); r {
	case holeMark:
		l.hole("")
	case verbMark:
		l.verbsIn(s)
		l.hole("")
	case dollarMark:
		l.add(token{kind: kParam, text: "$"})
	default:
		l.add(token{kind: kOdd, text: s})
	}
}

func (l *lexing) hole(text string) {
	l.add(token{kind: kHole, text: text, ord: l.holes})
	l.holes++
}

// str adds a string. One with a hole in it, or that is a verb as a whole, is a hole; its text "'" keeps it from
// being joined with names.
func (l *lexing) str(s string) {
	s = l.verbsIn(s)
	if strings.ContainsRune(s, holeMark) || isVerb(s) && !l.format() {
		l.hole("'")
		return
	}
	l.add(token{kind: kStr, text: s})
}

// A quote behind a backslash can be inside of a string only where backslashes escape.
var unquoter = strings.NewReplacer("''", "'", `\'`, "'", `\\`, `\\`)

// isVerb tells whether the whole string is a formatting verb.
func isVerb(s string) bool {
	at := verbRx.FindStringSubmatchIndex(s)
	return at != nil && at[0] == 0 && at[8] == len(s)
}

// format tells whether the string that comes is the format of strftime('%s', …).
func (l *lexing) format() bool {
	n := len(l.out)
	return n >= 2 && l.out[n-1].is("(") && strings.EqualFold(l.out[n-2].text, "strftime")
}

func unquote(s string) string {
	if len(s) < 2 {
		return s
	}
	return unquoter.Replace(s[1 : len(s)-1])
}

// number adds a number. The lexer reads n -1 and n - 1 differently; here both are a subtraction.
func (l *lexing) number(s string) {
	if (s[0] == '-' || s[0] == '+') && len(l.out) > 0 && operandEnd(&l.out[len(l.out)-1]) {
		l.add(token{kind: kOp, text: s[:1]})
		s = s[1:]
	}
	l.add(token{kind: kNum, text: s})
}

// operandEnd tells whether an operand can end with the token.
func operandEnd(t *token) bool {
	switch t.kind {
	case kWord:
		return !reserved[strings.ToUpper(t.text)] || strings.EqualFold(t.text, "END")
	case kName, kStr, kNum, kParam, kNamed, kHole:
		return true
	}
	return t.is(")") || t.is("]") || t.op("?")
}

// quoted adds a quoted name, which may be several joined by dots.
func (l *lexing) quoted(s string) {
	end := s[:1]
	if end == "[" {
		end = "]"
	}
	var parts []string
	for _, p := range strings.Split(s[1:len(s)-1], end+"."+s[:1]) {
		parts = append(parts, strings.ToLower(strings.ReplaceAll(p, end+end, end)))
	}
	text := l.verbsIn(s[1 : len(s)-1])
	if strings.ContainsRune(s, holeMark) || strings.ContainsRune(s, verbMark) {
		l.hole("")
		return
	}
	l.add(token{kind: kName, text: text, parts: parts, quote: s[0]})
}

// word adds a name or a keyword. The lexer takes characters into names that begin something else here.
func (l *lexing) word(s string, start int) {
	cut := len(s)
	for i := 1; i < len(s); i++ {
		if strings.IndexByte(`/?"@!#`, s[i]) >= 0 || s[i] == '$' && i+1 < len(s) && s[i+1] == '$' {
			cut = i
			break
		}
	}
	if cut < len(s) {
		s = s[:cut]
		l.restart(start + cut)
	}
	t := token{kind: kWord, text: s, parts: strings.Split(strings.ToLower(s), ".")}
	if len(t.parts) > 1 {
		t.kind = kName
	}
	l.add(t)
}

// operatorList is in order of length, so that the first that fits is the longest.
var operatorList = []string{
	"->>", "#>>", "<=>", "!~*", "!~~", "~~*",
	"::", ":=", "<=", ">=", "<>", "!=", "==", "||", "->", "#>", "#-", "@>", "<@", "?|", "?&", "??", "&&", "~*", "!~",
	"~~", "<<", ">>", "@@", "@?", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "=>", "-|-", "%%",
}

// operators reads the run of operator characters at start one operator at a time: the lexer takes ">=?" and "=:" for
// one, and a comment behind an operator for a part of it.
func (l *lexing) operators(start int) {
	rest := l.src[start:]
	op := rest[:1]
	for _, o := range operatorList {
		if strings.HasPrefix(rest, o) {
			op = o
			break
		}
	}
	if op == "<@" && len(rest) > 2 && isLetter(rest[2]) && l.dbms != sqllexer.DBMSPostgres {
		op = "<"
	}
	if (op == "?|" || op == "?&") && (l.dbms != sqllexer.DBMSPostgres || strings.HasPrefix(rest, "?||")) {
		op = "?"
	}
	text := op
	if op == "%%" {
		text = "%" // of a format
	}
	l.add(token{kind: kOp, text: text})
	l.restart(start + len(op))
}
