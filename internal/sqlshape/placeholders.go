package sqlshape

import (
	"strconv"
	"strings"
)

// dialectOf is what the tokens show: the marks that occur in one dialect alone. The marks of Spanner win, for it
// shares its other ways of writing with several dialects.
func dialectOf(toks []token) Dialect {
	var first Dialect
	for i := range toks {
		switch d := mark(toks, i); {
		case d == Spanner:
			return d
		case first == "":
			first = d
		}
	}
	if first == "" {
		return quoteDialect(toks)
	}
	return first
}

// mark is the dialect that the token at i shows, with the one behind it.
func mark(toks []token, i int) Dialect {
	t, next := &toks[i], ""
	if i+1 < len(toks) {
		next = toks[i+1].up
	}
	switch {
	case t.kind == kParam, t.op("::"):
		return Postgres
	case t.kind == kNamed && ordinal(t.text) > 0:
		return SQLServer
	case t.up == "":
		return ""
	}
	if d := pairDialect[t.up+" "+next]; d != "" {
		return d
	}
	return wordDialect[t.up]
}

var pairDialect = map[string]Dialect{
	"ON DUPLICATE": MySQL, "INSERT IGNORE": MySQL,
	"OR UPDATE": Spanner, "THEN RETURN": Spanner, "INTERLEAVE IN": Spanner, "IN UNNEST": Spanner,
	"INSERT OR": SQLite, "BEGIN IMMEDIATE": SQLite, "BEGIN EXCLUSIVE": SQLite, "WITHOUT ROWID": SQLite,
	"SELECT TOP": SQLServer, "EXEC SP_GETAPPLOCK": SQLServer, "EXEC SP_RELEASEAPPLOCK": SQLServer, "BEGIN TRAN": SQLServer,
	"ON CONSTRAINT": Postgres, "KEY SHARE": Postgres,
	"USING TTL": CQL, "USING TIMESTAMP": CQL, "ALLOW FILTERING": CQL,
}

// quoteDialect goes by the quotes alone: backticks are shared by MySQL with others that show themselves otherwise.
func quoteDialect(toks []token) Dialect {
	for _, t := range toks {
		switch t.quote {
		case '`':
			return MySQL
		case '[':
			return SQLServer
		}
	}
	return ""
}

var wordDialect = map[string]Dialect{
	"ILIKE": Postgres, "CONCURRENTLY": Postgres, "JSONB": Postgres, "BIGSERIAL": Postgres, "SERIAL": Postgres,
	"TIMESTAMPTZ": Postgres, "BYTEA": Postgres, "PG_ADVISORY_XACT_LOCK": Postgres, "PG_ADVISORY_LOCK": Postgres,
	"PG_TRY_ADVISORY_LOCK": Postgres, "PG_TRY_ADVISORY_XACT_LOCK": Postgres, "PG_ADVISORY_UNLOCK": Postgres,
	"LOW_PRIORITY": MySQL, "AUTO_INCREMENT": MySQL, "ENGINE": MySQL, "GET_LOCK": MySQL, "RELEASE_LOCK": MySQL,
	"AUTOINCREMENT": SQLite, "PRAGMA": SQLite,
	"UPDLOCK": SQLServer, "HOLDLOCK": SQLServer, "NVARCHAR": SQLServer, "UNIQUEIDENTIFIER": SQLServer,
	"NULL_FILTERED": Spanner,
}

// ordinal is the number of a placeholder like p3, 0 for any other name.
func ordinal(name string) int {
	if len(name) < 2 || name[0]|0x20 != 'p' {
		return 0
	}
	n, err := strconv.Atoi(name[1:])
	if err != nil || n > 1<<16 {
		return 0
	}
	return n
}

// placeholders makes parameters of the operators and names that stand for them. Ordinals are those of a text; Parse
// counts them anew in each of several statements.
func placeholders(in []token, dialect Dialect) []token {
	numbered := dialect == Postgres && hasParam(in)
	out := in[:0]
	for i := 0; i < len(in); i++ {
		t := in[i]
		var next token
		if i+1 < len(in) {
			next = in[i+1]
		}
		switch {
		case t.kind == kParam:
			t.ord = -1
			if n, err := strconv.Atoi(t.text[1:]); err == nil && n > 0 && n <= 1<<16 {
				t.ord = n - 1
			} else if next.kind == kHole && next.glued {
				i++
			}
		case t.op("?") && !numbered && !jsonOperator(out, &next):
			t.kind, t.ord = kParam, -2
			if next.kind == kNum && next.glued {
				t.ord = atMost(next.text)
				i++
			}
		case t.kind == kNamed:
			t, i = named(t, next, i)
		case (t.op(":") || t.op("@")) && !slice(out, &t) && next.glued && (next.kind == kWord || next.kind == kNum):
			if t.op(":") && next.kind == kNum {
				t.kind, t.ord = kParam, atMost(next.text)
				i++
				break
			}
			var after token
			if i+2 < len(in) {
				after = in[i+2]
			}
			name := token{kind: kNamed, text: next.text, glued: t.glued}
			t, i = named(name, after, i+1)
		}
		out = append(out, t)
	}
	return out
}

// named makes @p3 a numbered parameter, and leaves others named; a name with a hole in it has an unknown number.
func named(t, next token, i int) (token, int) {
	switch n := ordinal(t.text); {
	case next.kind == kHole && next.glued:
		t.kind, t.ord = kParam, -1
		i++
	case n > 0:
		t.kind, t.ord = kParam, n-1
	}
	return t, i
}

func atMost(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 || n > 1<<16 {
		return -1
	}
	return n - 1
}

func hasParam(toks []token) bool {
	for _, t := range toks {
		if t.kind == kParam {
			return true
		}
	}
	return false
}

// slice tells whether a colon is that of array[2:3].
func slice(before []token, t *token) bool {
	return t.glued && len(before) > 0 && operandEnd(&before[len(before)-1])
}

// jsonOperator tells the operator of data ? 'key' from a placeholder.
func jsonOperator(before []token, next *token) bool {
	return next.kind == kStr && len(before) > 0 && operandEnd(&before[len(before)-1])
}

// count gives the plain placeholders of a statement their ordinals and counts the distinct ones.
func count(toks []token) int {
	seen := map[string]bool{}
	plain := 0
	for i := range toks {
		t := &toks[i]
		switch {
		case t.kind == kParam && t.ord == -2:
			t.ord = plain
			plain++
			seen["?"+strconv.Itoa(t.ord)] = true
		case t.kind == kParam && t.ord == -1:
			seen["?? "+strconv.Itoa(i)] = true // nothing says that two of them are one
		case t.kind == kParam:
			seen["?"+strconv.Itoa(t.ord)] = true
		case t.kind == kNamed:
			seen[strings.ToLower(t.text)] = true
		}
	}
	return len(seen)
}
