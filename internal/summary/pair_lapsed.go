package summary

import (
	"go/types"
	"reflect"
	"regexp"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
)

// lapsed is a place where records with an end are kept.
type lapsed struct {
	o   *op // writes the end
	end string
}

// lapsedClaims finds records that are written with an end and asked for without a look at it, one for each table. A program
// that reads the end anywhere, or names it when it asks for a record, is taken to look: which of its reads the look belongs
// to is more than can be told.
func (b *builder) lapsedClaims() {
	ends := map[string]lapsed{}
	b.ownOps(func(w *function, o *op) {
		name, place := o.endColumn(), w.kept(o)
		if _, ok := ends[place]; ok || name == "" || place == "" {
			return
		}
		ends[place] = lapsed{o, name}
	})
	done := map[string]bool{}
	for place, e := range ends {
		done[place] = b.readsColumn(e.end)
	}
	b.ownOps(func(w *function, o *op) {
		if e, ok := ends[w.kept(o)]; ok && o.asks() && w.names(o, e.end) {
			done[w.kept(o)] = true
		}
	})
	b.ownOps(func(w *function, o *op) {
		place := w.kept(o)
		if e, ok := ends[place]; ok && !done[place] && w.trusts(o, e.end) {
			done[place] = true
			w.pair(effect.Pair{Kind: effect.LapsedClaim}, e.o, o)
		}
	})
}

// ownOps calls yield for each operation that is the function's own, in source order.
func (b *builder) ownOps(yield func(*function, *op)) {
	b.anyOp(func(w *function, o *op) bool {
		if !o.moved && o.Effect == "" {
			yield(w, o)
		}
		return false
	})
}

// endColumn is a column that is written and that says until when the record counts. The end of a lock or lease is another
// matter: it says until when somebody works on it.
func (o *op) endColumn() string {
	switch o.Do {
	case model.DoInsert, model.DoPut, model.DoClaim, model.DoUpsert, model.DoUpdate:
	default:
		return ""
	}
	for _, list := range [][]opCol{o.cols, o.sets} {
		for _, c := range list {
			if model.NameHint(model.EndHint, "_"+c.name+"_") && !model.NameHint(model.TurnHint, c.name) {
				return c.name
			}
		}
	}
	return ""
}

// kept says where records are kept that the store shows after their end, or "". Key-value stores and leases do not.
func (w *function) kept(o *op) string {
	switch o.Class {
	case model.SQLStore, model.DocStore, model.ItemStore:
	default:
		return ""
	}
	if o.Dialect == "cassandra" || o.Dialect == "cql" {
		return ""
	}
	if o.Table != "" {
		return string(o.Class) + " " + o.Table
	}
	if len(o.tableIn) == 1 && o.tableIn[0].Kind == flow.Param && o.tableIn[0].In.Sel != "" {
		return string(o.Class) + " " + w.fn.Params[o.tableIn[0].In.Index].Type().String() + o.tableIn[0].In.Sel
	}
	return ""
}

// trusts reports whether an operation takes a record for being there, and its outcome decides something, without its end
// being named in the statement.
func (w *function) trusts(o *op, end string) bool {
	switch o.Do {
	case model.DoClaim:
		if w.redelivered(o.site, maxCallers) {
			return false // whoever comes twice is meant to be known for longer
		}
	case model.DoRead, model.DoDelete:
		if o.Owner || !o.asks() {
			return false
		}
	default:
		return false
	}
	if o.Many || o.Conflict != nil && o.Conflict.Where || !w.asksThere(o) {
		return false
	}
	if o.Do == model.DoClaim {
		return !w.mentions(o, regexp.MustCompile(`(?i)\b`+regexp.QuoteMeta(end)+`\s*[<>]`))
	}
	return !w.names(o, end)
}

// asks reports whether an operation works on records that are asked for by a given value. One that goes over all that have
// ended is a broom.
func (o *op) asks() bool {
	switch o.Do {
	case model.DoRead, model.DoDelete, model.DoUpdate:
	default:
		return false
	}
	if len(o.key) > 0 {
		return true
	}
	for _, c := range o.cols {
		if c.literal == "" && len(c.values) > 0 {
			return true
		}
	}
	return false
}

// names reports whether a column is part of an operation in any way.
func (w *function) names(o *op, col string) bool {
	for _, c := range o.cols {
		if c.name == col {
			return true
		}
	}
	for _, r := range o.Ranges {
		if r == col {
			return true
		}
	}
	return w.mentions(o, regexp.MustCompile(`(?i)\b`+regexp.QuoteMeta(col)+`\b`))
}

// asksThere reports whether the function asks, in a branch or in what it returns, whether something was there.
func (w *function) asksThere(o *op) bool {
	for _, b := range w.fn.Blocks {
		switch last := b.Instrs[len(b.Instrs)-1].(type) {
		case *ssa.If:
			if _, weak, ok := w.badOn(last.Cond, o); ok && !weak {
				return true
			}
		case *ssa.Return:
			for _, v := range last.Results {
				if !isBool(v) {
					continue
				}
				if _, weak, ok := w.badOn(v, o); ok && !weak {
					return true
				}
			}
		}
	}
	return false
}

// redelivered reports whether an instruction runs again by itself for the same work. Requests with a key come again as their
// sender likes.
func (w *function) redelivered(at ssa.Instruction, depth int) bool {
	for _, r := range w.replays(at) {
		if r.regime != model.Keyed {
			return true
		}
	}
	if depth == 0 {
		return false
	}
	for _, c := range w.b.callersOf(w.fn) {
		if c.w != w && c.w.redelivered(c.call, depth-1) {
			return true
		}
	}
	return false
}

// readsColumn reports whether the program reads a field or element of a column's name.
func (b *builder) readsColumn(col string) bool {
	for _, fn := range b.pkg.Funcs {
		for _, blk := range fn.Blocks {
			for _, in := range blk.Instrs {
				if readsColumn(in, col) {
					return true
				}
			}
		}
	}
	return false
}

func readsColumn(in ssa.Instruction, col string) bool {
	switch in := in.(type) {
	case *ssa.Lookup:
		key, ok := flow.ConstString(in.Index)
		return ok && strings.EqualFold(key, col)
	case *ssa.Field:
		return isColumn(in.X.Type(), in.Field, col)
	case *ssa.FieldAddr:
		if !isColumn(in.X.Type(), in.Field, col) {
			return false
		}
		for _, r := range *in.Referrers() {
			if s, ok := r.(*ssa.Store); !ok || s.Addr != ssa.Value(in) {
				return true
			}
		}
	}
	return false
}

func isColumn(t types.Type, field int, col string) bool {
	st, ok := structType(t)
	if !ok {
		return false
	}
	name, skip := columnName(st.Field(field).Name(), reflect.StructTag(st.Tag(field)))
	return !skip && name == col
}
