package sqlshape

import "strings"

// special reads what the lexer would read otherwise than we need.
func (l *lexing) special() bool {
	rest := l.src[l.off:]
	if (l.off == 0 || l.src[l.off-1] == '\n') && l.clientLine(rest) {
		return true
	}
	switch rest[0] {
	case '`':
		return l.backtick(rest)
	case '$':
		return l.dollar(rest)
	case '#':
		return l.hash(rest)
	}
	return false
}

func (l *lexing) backtick(rest string) bool {
	end := strings.IndexByte(rest[1:], '`')
	if end < 0 {
		return false
	}
	l.quoted(rest[:end+2])
	l.restart(l.off + end + 2)
	return true
}

// dollar reads a "$" that begins neither a placeholder nor a string.
func (l *lexing) dollar(rest string) bool {
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
}

// hash reads the name of a temporary table of SQL Server, or a comment of MySQL.
func (l *lexing) hash(rest string) bool {
	if n := 1 + nameLen(rest[1:]); n > 1 && !l.glued && l.beforeTable() {
		l.add(token{kind: kWord, text: rest[:n], parts: []string{strings.ToLower(rest[:n])}})
		l.restart(l.off + n)
		return true
	}
	if !l.ticks && (l.dbms != "" || len(rest) < 2 || rest[1] != ' ') {
		return false
	}
	line, _, _ := strings.Cut(rest, "\n")
	l.verbsIn(line)
	l.glued = false
	l.restart(l.off + len(line))
	return true
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
