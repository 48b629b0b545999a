// Package check compares model rows with the declarations of the packages they are about.
package check

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"github.com/idemvet/idemvet/internal/model"
)

// Result is what came out for the rows of one import path.
type Result struct {
	Rows, Symbols int
	Failures      []Failure
}

// Failure is something that a row says and the package does not.
type Failure struct {
	Line    int    // of the row in its file
	Symbol  string // as the row writes it
	Message string
}

// Loader gives a package that a row names beside its own.
type Loader func(path string) (*types.Package, error)

// Entries checks rows against the package that declares their symbols.
func Entries(pkg *types.Package, rows []model.Entry, load Loader) Result {
	var r Result
	inventions := map[string][]Failure{}
	for i := range rows {
		e := &rows[i]
		r.Rows++
		r.Symbols += len(e.Func) + len(e.Field) + len(e.Type) + len(e.Var)
		c := &row{pkg: pkg, e: e, load: load, inventions: inventions}
		c.check()
		for _, f := range c.failures {
			f.Line = e.Line()
			r.Failures = append(r.Failures, f)
		}
	}
	for field, uses := range inventions {
		if len(uses) == 1 { // a slip of the pen, or written and never read
			uses[0].Message = field + " is not declared, and no other place of this file names it"
			r.Failures = append(r.Failures, uses[0])
		}
	}
	return r
}

// row checks one row.
type row struct {
	pkg        *types.Package
	e          *model.Entry
	load       Loader
	symbol     string               // the symbol that is being checked
	inventions map[string][]Failure // fields that only the rows know, and where they name them
	failures   []Failure
}

func (c *row) failf(format string, args ...any) {
	c.failures = append(c.failures, Failure{Symbol: c.symbol, Message: fmt.Sprintf(format, args...)})
}

func (c *row) check() {
	for _, c.symbol = range c.e.Func {
		c.checkFunc()
	}
	for _, c.symbol = range c.e.Field {
		c.checkField()
	}
	for _, c.symbol = range c.e.Type {
		c.checkType()
	}
	for _, c.symbol = range c.e.Var {
		c.checkVar()
	}
	c.symbol = strings.Join(slices.Concat(c.e.Func, c.e.Field, c.e.Type, c.e.Var), ", ")
	c.names()
}

// names checks the functions that a row names beside its own symbols.
func (c *row) names() {
	check := func(key, name string) {
		if name == "" {
			return
		}
		if _, msg := lookupFunc(c.pkg, name); msg != "" {
			c.failf("%s: %s: %s", key, name, msg)
		}
	}
	check("needs", c.e.Needs)
	for _, call := range c.e.Calls {
		check("marker", call.Marker)
		check("final", call.Final)
	}
	for _, name := range c.e.RepeatPolicy {
		check("repeat_policy", name)
	}
}

func (c *row) checkFunc() {
	fn, msg := lookupFunc(c.pkg, c.symbol)
	if fn == nil || msg != "" && c.e.Body == "" {
		c.failf("%s", msg)
		return
	}
	f := &places{row: c, sig: fn.Signature(), fn: fn}
	f.checkAll()
	if c.e.Body != "" {
		if recv := fn.Signature().Recv(); recv == nil || !types.IsInterface(recv.Type()) {
			c.failf("body: not an interface method")
		}
	}
	if w := c.e.When; w != nil && w.Filled+w.Empty != "" {
		f.want("when", model.Place{Root: model.Arg, Index: w.Arg, Sel: w.Filled + w.Empty}, "a field", isAny)
	} else if w != nil {
		f.want(fmt.Sprintf("when: arg %d", w.Arg), model.Place{Root: model.Arg, Index: w.Arg}, "a string", isText)
	}
}

func (c *row) typeName(name string) *types.TypeName {
	tn, msg := lookupType(c.pkg, name)
	if msg != "" {
		c.failf("%s", msg)
		return nil
	}
	return tn
}
