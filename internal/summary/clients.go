package summary

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/ssapkg"
)

// clients makes regions of requests that a client sends again by itself. Where it sits in a field, what matters is every
// client that this package puts there.
func (b *builder) clients() {
	fields := b.clientFields()
	for _, fn := range b.pkg.Funcs {
		w := b.done[fn]
		if w == nil {
			continue
		}
		for i := range w.events {
			e := &w.events[i]
			if e.Class != Send || !writes(plain(e.values)) || !w.requestKnown(e) || w.recognisable(e.carriers) {
				continue
			}
			if e.Again.Text != "" {
				w.sentAgain(e, e.Again)
			} else {
				w.repeatedSend(e, fields)
			}
		}
	}
}

// requestKnown reports whether nothing of a request is left to the function's callers but a client.
func (w *function) requestKnown(e *event) bool {
	for _, l := range e.carriers {
		switch l.Root.(type) {
		case *ssa.Parameter, *ssa.FreeVar:
			if !w.shared(l) && !plainContent(l.Root.Type()) {
				return false
			}
		}
	}
	return true
}

// unseen reports whether a part of a request's content is handed over by a caller.
func (w *function) unseen(e *event) bool {
	for _, l := range e.carriers {
		for v := range w.f.SliceOf(true, l.Root).Values {
			if isInput(v) && bytesOrText(v.Type()) {
				return true
			}
		}
	}
	return false
}

func bytesOrText(t types.Type) bool {
	s, ok := t.Underlying().(*types.Slice)
	return ok && isByte(s.Elem()) || isReader(t) && !isRequest(t)
}

// plainContent reports whether the type of a value says that it bears no key: a struct of this kind was looked through.
func plainContent(t types.Type) bool {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return true
	case *types.Slice:
		return isByte(u.Elem())
	case *types.Struct:
		return !isRequest(t) && !bearsHeader(u)
	}
	return false
}

// bearsHeader reports whether a struct is a request rather than its content.
func bearsHeader(u *types.Struct) bool {
	for i := range u.NumFields() {
		switch u.Field(i).Name() {
		case "Header", "Headers", "Request":
			return true
		}
	}
	return false
}

func (w *function) repeatedSend(e *event, fields map[*types.Var][]flow.Origin) {
	for _, o := range e.repeats {
		switch o.Kind {
		case flow.Repeats:
			w.sentAgain(e, byClient(o.Origin))
			return
		case flow.Param, flow.Free:
			if on := fields[w.clientField(o.In)]; len(on) > 0 {
				w.sentAgain(e, byClient(on[0]))
				return
			}
		}
	}
}

func byClient(o flow.Origin) Cause { return Cause{Text: "by the client: " + o.Source, At: o.At} }

func (w *function) sentAgain(e *event, cause Cause) {
	if e.moved && e.Again.Text == "" && slices.ContainsFunc(e.Repeats, func(o flow.Origin) bool { return o.Kind == flow.Repeats }) {
		return // told in the callee
	}
	re := RegionEvent{Event: e.Event, Site: w.place(e.site), Moved: false}
	re.Value, re.Unseen = plain(e.values), w.unseen(e)
	w.b.regions = append(w.b.regions, Region{
		Regime: model.Retry, Func: w.name(), Events: []RegionEvent{re}, Cause: cause,
	})
}

// clientFields lists what switched retries on in the clients that this package puts into fields of its structs. A field
// that is also given a client without retries is left out.
func (b *builder) clientFields() map[*types.Var][]flow.Origin {
	on, off := map[*types.Var][]flow.Origin{}, map[*types.Var]bool{}
	for _, fn := range b.pkg.Funcs {
		w := b.done[fn]
		for _, blk := range fn.Blocks {
			for _, in := range blk.Instrs {
				s, ok := in.(*ssa.Store)
				if !ok {
					continue
				}
				a, ok := s.Addr.(*ssa.FieldAddr)
				if !ok || w == nil || !holdsMethods(s.Val.Type()) {
					continue
				}
				f := fieldVar(a)
				if f == nil || f.Pkg() != b.pkg.Types {
					continue
				}
				if o, ok := w.repeater(s.Val); ok {
					on[f] = append(on[f], o)
				} else {
					off[f] = true
				}
			}
		}
	}
	for f := range off {
		delete(on, f)
	}
	return on
}

func holdsMethods(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Interface, *types.Struct:
		return true
	}
	return false
}

// repeater is what switched retries on in a client, if that is known and nothing switched them off.
func (w *function) repeater(v ssa.Value) (flow.Origin, bool) {
	var found flow.Origin
	for _, o := range w.f.Trace(v, flow.RepeatSel) {
		switch o.Kind {
		case flow.Repeats:
			found = o.Origin
		case flow.Const:
			return flow.Origin{}, false
		}
	}
	return found, found.Kind == flow.Repeats && !w.switchedOff(v)
}

// switchedOff reports whether a field of a client limits its retries: a count of zero, or a policy of which it is not
// known that it allows another attempt after a lost answer.
func (w *function) switchedOff(v ssa.Value) bool {
	for _, s := range w.f.Stores(w.f.Locate(v).Root) {
		st, ok := s.At.(*ssa.Store)
		if !ok {
			continue
		}
		a, ok := st.Addr.(*ssa.FieldAddr)
		if !ok {
			continue
		}
		n, f := ssapkg.Named(a.X.Type()), fieldVar(a)
		if n == nil || f == nil || n.Obj().Pkg() == nil {
			continue
		}
		for _, row := range w.b.rows(n.Obj().Pkg().Path()).Field(n.Obj().Name(), f.Name()) {
			if row.RepeatCount && isZero(st.Val) || len(row.RepeatPolicy) > 0 && !w.allows(st.Val, n.Obj().Pkg(), row.RepeatPolicy) {
				return true
			}
		}
	}
	return false
}

// allows reports whether a policy hands the decision to one of some functions of the library.
func (w *function) allows(policy ssa.Value, pkg *types.Package, names model.Names) bool {
	for _, fv := range w.env.values(policy) {
		if fv.fn == nil {
			continue
		}
		for _, name := range names {
			if isSymbol(fv.fn, pkg, name) || uses(fv.fn, pkg, name, maxUses) {
				return true
			}
		}
	}
	return false
}

// clientField is the field of the receiver that a place under an input starts with.
func (w *function) clientField(in flow.Input) *types.Var {
	if in.Kind != flow.Param || in.Index >= len(w.fn.Params) {
		return nil
	}
	name := firstField(in.Sel)
	t := w.fn.Params[in.Index].Type()
	obj, _, _ := types.LookupFieldOrMethod(t, true, w.b.pkg.Types, name)
	f, ok := obj.(*types.Var)
	if !ok || f.Pkg() != w.b.pkg.Types {
		return nil
	}
	return f.Origin()
}

func firstField(sel string) string {
	if sel == "" || sel[0] != '.' {
		return ""
	}
	for i := 1; i < len(sel); i++ {
		if sel[i] == '.' || sel[i] == '[' {
			return sel[1:i]
		}
	}
	return sel[1:]
}
