package summary

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/sqlshape"
)

// column is a column of a query that an argument is given for.
type column struct {
	name string
	arg  int
}

// dedupArgs lists the arguments of a query that serve to find out whether something was seen before: those for the columns
// of the conflict clause; without one, for columns that are named like an identity; in a table that is named so, for all
// columns of the key or the condition.
func dedupArgs(query string) []int {
	var args []int
	for _, st := range sqlshape.Parse(query) {
		insert := len(st.Columns) > 0
		cols := condColumns(&st)
		if insert {
			cols = valueColumns(&st)
		}
		keep := dedupColumn
		c := st.Conflict
		switch {
		case c != nil && len(c.Target) > 0:
			keep = func(name string) bool { return slices.Contains(c.Target, name) }
		case seenTable(&st), c != nil && c.Action == "nothing":
			keep = func(string) bool { return true }
		}
		if !insert && slices.ContainsFunc(cols, func(c column) bool { return keep(c.name) }) {
			keep = func(string) bool { return true } // the columns of a condition make up the key together
		}
		for _, c := range cols {
			if keep(c.name) {
				args = append(args, c.arg)
			}
		}
	}
	return args
}

func seenTable(st *sqlshape.Statement) bool {
	return slices.ContainsFunc(st.Tables, func(t string) bool { return model.NameHint(model.DedupHint, t) })
}

func dedupColumn(name string) bool {
	_, named := identity(name)
	return named || model.NameHint(model.DedupHint, name)
}

func bareColumn(c string) string {
	c = strings.ToLower(strings.Trim(strings.TrimSpace(c), "\"`"))
	return c[strings.LastIndexByte(c, '.')+1:]
}

// valueColumns relates the columns of an insert to its arguments.
func valueColumns(st *sqlshape.Statement) (list []column) {
	for _, c := range st.Columns {
		if c.Value.Kind == sqlshape.ParamValue && c.Value.Index >= 0 {
			list = append(list, column{c.Name, c.Value.Index})
		}
	}
	return list
}

// condColumns relates the columns of a condition to its arguments.
func condColumns(st *sqlshape.Statement) (list []column) {
	for _, p := range st.Where {
		if p.Op == "=" && !p.Negated && p.Value.Kind == sqlshape.ParamValue && p.Value.Index >= 0 {
			list = append(list, column{p.Column, p.Value.Index})
		}
	}
	return list
}

// fingerprintArgs lists the arguments of a query that go to or are compared with a column for a fingerprint.
func fingerprintArgs(query string) []int {
	var args []int
	for _, st := range sqlshape.Parse(query) {
		for _, c := range append(condColumns(&st), valueColumns(&st)...) {
			if kind, ok := model.IdentityName(c.name); ok && kind == model.Fingerprint {
				args = append(args, c.arg)
			}
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
