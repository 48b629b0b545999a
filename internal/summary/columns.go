package summary

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
)

// column is a column of a query that an argument is given for.
type column struct {
	name string
	arg  int
}

var (
	insertColumns = regexp.MustCompile(`(?is)insert\s+(?:\w+\s+)?into\s+([\w."` + "`" + `]+)\s*\(([^)]*)\)\s*values\s*(\(.*)`)
	conflictOn    = regexp.MustCompile(`(?is)on\s+conflict\s*\(([^)]*)\)`)
	onConflict    = regexp.MustCompile(`(?is)on\s+conflict\s+do\s+nothing|insert\s+ignore`)
	equals        = regexp.MustCompile(`(?is)([\w."` + "`" + `]+)\s*=\s*(\$\d+|\?)`)
	tables        = regexp.MustCompile(`(?is)\b(?:into|from|update|join)\s+([\w."` + "`" + `]+)`)
)

// dedupArgs lists the arguments of a query that serve to find out whether something was seen before: those for the columns
// of the conflict clause; without one, for columns that are named like an identity; in a table that is named so, for all
// columns of the key or the condition. This reads just enough of a statement to tell columns apart.
func dedupArgs(query string) []int {
	var cols []column
	insert := insertColumns.FindStringSubmatch(query)
	if insert != nil {
		cols = valueColumns(insert[2], insert[3])
	}
	if insert == nil {
		_, cond, _ := strings.Cut(strings.ToLower(query), "where")
		cols = condColumns(query, cond)
	}
	var keep func(string) bool
	conflict := conflictOn.FindStringSubmatch(query)
	switch {
	case conflict != nil:
		keys := names(conflict[1])
		keep = func(c string) bool { return slices.Contains(keys, c) }
	case seenTable(query), onConflict.MatchString(query):
		keep = func(string) bool { return true }
	default:
		keep = dedupColumn
	}
	if insert == nil && slices.ContainsFunc(cols, func(c column) bool { return keep(c.name) }) {
		keep = func(string) bool { return true } // the columns of a condition make up the key together
	}
	var args []int
	for _, c := range cols {
		if keep(c.name) {
			args = append(args, c.arg)
		}
	}
	return args
}

func seenTable(query string) bool {
	for _, t := range tables.FindAllStringSubmatch(query, -1) {
		if model.NameHint(model.DedupHint, t[1]) {
			return true
		}
	}
	return false
}

func dedupColumn(name string) bool {
	_, named := identity(name)
	return named || model.NameHint(model.DedupHint, name)
}

func names(list string) []string {
	var out []string
	for _, c := range strings.Split(list, ",") {
		out = append(out, bareColumn(c))
	}
	return out
}

func bareColumn(c string) string {
	c = strings.ToLower(strings.Trim(strings.TrimSpace(c), "\"`"))
	return c[strings.LastIndexByte(c, '.')+1:]
}

// row splits the first list in parentheses at its commas, those of function calls left out.
func row(list string) []string {
	var parts []string
	depth, start := 0, 1
	for i, r := range list {
		switch {
		case r == '(':
			depth++
		case r == ')':
			if depth--; depth == 0 {
				return append(parts, list[start:i])
			}
		case r == ',' && depth == 1:
			parts = append(parts, list[start:i])
			start = i + 1
		}
	}
	return nil // not closed: not understood
}

// valueColumns relates the columns of an insert to its arguments.
func valueColumns(columns, values string) []column {
	cols := names(columns)
	var list []column
	next := 0
	for i, v := range row(values) {
		v = strings.TrimSpace(v)
		arg := next
		switch {
		case strings.HasPrefix(v, "?"):
			next++
		case strings.HasPrefix(v, "$"):
			n, err := strconv.Atoi(strings.TrimFunc(v[1:], func(r rune) bool { return r < '0' || r > '9' }))
			if err != nil {
				continue
			}
			arg = n - 1
		default:
			continue
		}
		if i < len(cols) {
			list = append(list, column{cols[i], arg})
		}
	}
	return list
}

// condColumns relates the columns of a condition to its arguments.
func condColumns(query, cond string) []column {
	var list []column
	before := strings.Count(query[:len(query)-len(cond)], "?")
	for _, m := range equals.FindAllStringSubmatchIndex(cond, -1) {
		name, value := bareColumn(cond[m[2]:m[3]]), cond[m[4]:m[5]]
		if value == "?" {
			list = append(list, column{name, before + strings.Count(cond[:m[4]], "?")})
		} else if n, err := strconv.Atoi(value[1:]); err == nil {
			list = append(list, column{name, n - 1})
		}
	}
	return list
}

// fingerprintArgs lists the arguments of a query that go to or are compared with a column for a fingerprint.
func fingerprintArgs(query string) []int {
	cols := condColumns(query, query)
	if insert := insertColumns.FindStringSubmatch(query); insert != nil {
		cols = append(cols, valueColumns(insert[2], insert[3])...)
	}
	var args []int
	for _, c := range cols {
		if kind, ok := model.IdentityName(c.name); ok && kind == model.Fingerprint {
			args = append(args, c.arg)
		}
	}
	return args
}

// storeKeys records the arguments of a query that serve as a key.
func (w *function) storeKeys(call ssa.CallInstruction, sink, query string, list ssa.Value) {
	for _, i := range fingerprintArgs(query) {
		w.events = append(w.events, event{
			Event: Event{Key: model.Fingerprint, Sink: "fingerprint", At: w.place(call), Func: w.name()},
			site:  call, values: w.f.Trace(list, index(i)),
		})
	}
	var values []flow.Local
	for _, i := range dedupArgs(query) {
		values = append(values, w.f.Trace(list, index(i))...)
	}
	if len(values) > 0 {
		w.events = append(w.events, event{
			Event: Event{Key: model.StoreKey, Sink: sink, At: w.place(call), Func: w.name()},
			site:  call, values: values,
		})
	}
}
