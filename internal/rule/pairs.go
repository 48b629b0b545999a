package rule

import (
	"path"
	"slices"
	"strings"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/origin"
)

// OpPlace is the position of a finding about an operation: its own where that lies in the package, else the call that leads
// to it.
func OpPlace(pkg string, o *effect.Op) Place {
	if o.Told.Pkg == pkg {
		return o.Told
	}
	if o.At.Pkg == pkg {
		return o.At
	}
	for _, p := range slices.Backward(o.Via) {
		if p.Pkg == pkg {
			return p
		}
	}
	return o.At
}

// RepeatPlace is the position of a finding about one operation that is repeated. Where interfaces lie between, that is the call of
// the first of them, counted from the operation: a use case's call of its store. What a handler does itself is told in the handler,
// since those who run it run others too.
func RepeatPlace(pkg string, o *effect.Op) Place {
	switch n := o.Stands - 1; {
	case n < 0 || n > len(o.Via):
		return OpPlace(pkg, o)
	case n == 0:
		return o.At
	default:
		return o.Via[len(o.Via)-n]
	}
}

// PairPath tells where the first operation stands, through which calls the second is reached, and where that stands.
func PairPath(p *effect.Pair, first, then string) []Step {
	var steps []Step
	seen := map[Place]bool{p.Then.At: true}
	add := func(role Role, at Place, text string) {
		if at.IsValid() && !seen[at] {
			seen[at] = true
			steps = append(steps, Step{Role: role, At: at, Text: text})
		}
	}
	add(Mint, p.First.At, first)
	for _, at := range p.First.Via {
		add(Flow, at, "called here")
	}
	for _, at := range p.Then.Via {
		add(Flow, at, "called here")
	}
	return append(steps, Step{Role: Sink, At: p.Then.At, Text: then})
}

// Assume says how sure a finding is that holds unless the store itself keeps two writes apart, and on what that hangs.
// Without the schema of a table, what is found is one step less severe.
func Assume(f *Finding, p *effect.Pair) {
	f.Confidence = High
	if columns(&p.Then) {
		f.Severity, f.Confidence = Warning, Medium
		if slices.Equal(p.Cols, []string{"id"}) {
			f.Confidence = Low // surely the primary key
		}
		if p.Then.Table != "" && len(p.Cols) > 0 {
			f.Help = unknownIndex + p.Then.Table + " (" + strings.Join(p.Cols, ", ") + "): " + f.Help
		}
		f.Assumes = &Assumption{Kind: NoUnique, Table: p.Then.Table, Columns: p.Cols, Refuses: p.Refuses || p.Kind == effect.Replace, Startup: startsUp(f, p)}
		if p.Then.Class == model.DocStore && slices.Equal(p.Cols, []string{"_id"}) {
			f.surfaces("the unique _id")
		}
		for _, k := range p.Then.Keys {
			if len(p.Cols) > 0 && !slices.ContainsFunc(k, func(c string) bool { return !slices.Contains(p.Cols, c) }) {
				f.surfaces("a unique index of " + p.Then.Table)
				break
			}
		}
	}
	if p.Guard == effect.Mutex || startsUp(f, p) || p.Then.Class == model.FileStore && made(p.Then.Value) {
		f.Confidence = Low
	}
}

// startsUp reports whether a write belongs to the start of a program: rows that it comes with, what it registers with itself.
// Instances that start at once do meet in other stores.
func startsUp(f *Finding, p *effect.Pair) bool {
	return (p.Then.Class == model.SQLStore || p.Then.Class == model.ProcessStore) && (model.NameHint(model.SetupHint, p.Func) || model.NameHint(model.SetupHint, path.Base(f.At.Pkg)))
}

// unknownIndex begins the help of a finding that hangs on a schema of which nothing was found.
const unknownIndex = "no unique index is known on "

// columns reports whether a store may have unique constraints.
func columns(o *effect.Op) bool { return o.Class == model.SQLStore || o.Class == model.DocStore }

// made reports whether a value is new each time, so that nobody else can have meant the same one.
func made(set []origin.Origin) bool {
	return slices.ContainsFunc(set, func(o origin.Origin) bool { return o.Kind == origin.Fresh })
}

// RoutePlace is the position of a finding about what serves requests: its own where that lies in the package, else where the route is
// told.
func RoutePlace(pkg string, at Place, p *effect.Pair) Place {
	if at.Pkg != pkg {
		return p.RouteAt
	}
	return at
}

// NoRefusal is the assumption that no unique key refuses the row that a repeat of an insert adds, or nil where nothing is known of
// the columns that a repeat has in common.
func NoRefusal(o *effect.Op) *Assumption {
	a := &Assumption{Kind: Unrefused, Table: o.Table}
	for _, c := range o.Cols {
		stable := len(c.Value) > 0 && !slices.ContainsFunc(c.Value, func(v origin.Origin) bool {
			return v.Kind == origin.Fresh || v.Kind == origin.Zero || v.Kind == origin.Unknown
		})
		if c.Literal != "" || stable {
			a.Columns = append(a.Columns, c.Name)
		}
	}
	if a.Table == "" || len(a.Columns) == 0 {
		return nil
	}
	return a
}
