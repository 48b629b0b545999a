package summary

import (
	"go/constant"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
)

// dynamic reports whether what a row says depends on the arguments of the call.
func (m *modelled) dynamic(e *model.Entry) bool {
	if e.Format != nil || e.Layout != nil || e.When != nil || e.Repeats != nil && e.Repeats.Count != nil {
		return true
	}
	for _, in := range e.Inbound {
		if in.Name != nil {
			return true
		}
	}
	for _, st := range e.Stored {
		if st.Text != nil {
			return true
		}
	}
	for _, list := range [][]model.Flow{e.Flow, e.Digest} {
		for _, f := range list {
			if strings.Contains(f.From.Sel+f.To.Sel, "[arg ") {
				return true
			}
		}
	}
	return false
}

// specialise adds to a target what its rows say of this very call.
func (e *env) specialise(t *target) {
	if len(t.rows) == 0 || t.obj == nil {
		return
	}
	m := &modelled{method: t.obj.Signature().Recv() != nil}
	var own *Function
	for _, row := range t.rows {
		if !m.dynamic(row) {
			continue
		}
		if own == nil {
			c := *t.sum
			own = &c
			own.Results = append([]flow.Write(nil), own.Results...)
			own.Writes = append([]flow.Write(nil), own.Writes...)
			m.Function = own
		}
		m.flows(row, calleeName(t.obj), &arguments{f: e.f, inputs: t.inputs})
	}
	if own != nil {
		t.sum = own
	}
}

// arguments are those of one call; nil stands for any.
type arguments struct {
	f      *flow.Func
	inputs []ssa.Value
}

// arg is the value of an argument, or nil.
func (c *arguments) arg(m *modelled, p *model.Place) ssa.Value {
	if c == nil || p == nil {
		return nil
	}
	if i := m.input(*p).Index; i < len(c.inputs) {
		return c.inputs[i]
	}
	return nil
}

// text is the constant text of an argument.
func (c *arguments) text(m *modelled, p *model.Place) (string, bool) {
	v := c.arg(m, p)
	if v == nil {
		return "", false
	}
	return flow.ConstString(v)
}

// holds reports whether the condition of a row is met.
func (c *arguments) holds(m *modelled, when *model.When) bool {
	text, ok := c.text(m, &model.Place{Root: model.Arg, Index: when.Arg})
	if !ok {
		return false
	}
	if when.Identity {
		_, named := identity(text)
		return named
	}
	return slices.ContainsFunc(when.Contains, func(w string) bool {
		return strings.Contains(strings.ToLower(text), strings.ToLower(w))
	})
}

// flows writes down what a row says about values.
func (m *modelled) flows(e *model.Entry, name string, c *arguments) {
	if e.When != nil && !c.holds(m, e.When) {
		return
	}
	if e.Layout != nil {
		if text, ok := c.text(m, e.Layout); ok && !timeOfDay(text) {
			return
		}
	}
	for _, fl := range e.Flow {
		o := m.origin(m.at(fl.From, c))
		o.Joined, o.Decoded = joins(e.Flow, fl), e.Decodes
		m.write(m.at(fl.To, c), o)
	}
	for _, fl := range e.Digest {
		o := m.origin(m.at(fl.From, c))
		o.Digest = true
		m.write(m.at(fl.To, c), o)
	}
	for _, fr := range e.Fresh {
		m.write(fr.At, flow.Origin{Kind: flow.Fresh, Fresh: fr.Kind, Source: name})
	}
	for _, st := range e.Sets {
		m.write(st.At, flow.Origin{Kind: flow.Const, Text: st.Text})
	}
	for _, in := range e.Inbound {
		what := in.What
		if text, ok := c.text(m, in.Name); ok {
			what = text
		}
		m.write(in.At, flow.Origin{Kind: flow.Inbound, Text: what})
	}
	for _, st := range e.Stored {
		o := flow.Origin{Kind: flow.Stored}
		if c.selects(m, st.Text) {
			o.Text = flow.Pending
		}
		m.write(st.At, o)
	}
	if e.Repeats != nil {
		to := e.Repeats.At
		to.Sel += flow.RepeatSel
		o := flow.Origin{Kind: flow.Repeats, Source: name}
		if e.Repeats.Count != nil && isZero(c.arg(m, e.Repeats.Count)) {
			o = flow.Origin{Kind: flow.Const, Text: "0"}
		}
		m.write(to, o)
	}
	m.format(e, c)
}

// joins reports whether a row puts several sources together in one place.
func joins(list []model.Flow, f model.Flow) bool {
	for _, g := range list {
		if g.To == f.To && g.From.Index != f.From.Index {
			return true
		}
	}
	return false
}

// at replaces "[arg 1]" in a place by the constant that the call gives.
func (m *modelled) at(p model.Place, c *arguments) model.Place {
	i := strings.Index(p.Sel, "[arg ")
	if i < 0 {
		return p
	}
	end := i + strings.IndexByte(p.Sel[i:], ']')
	key := "[*]"
	if n, err := strconv.Atoi(p.Sel[i+len("[arg ") : end]); err == nil {
		arg := &model.Place{Root: model.Arg, Index: n}
		if text, ok := c.text(m, arg); ok {
			key = flow.Element(text)
		} else if text, ok := typedKey(c.arg(m, arg)); ok {
			key = flow.Element(text)
		} else if isAny(c.arg(m, arg)) {
			key = noElement // a key of which nothing is known is not to be taken for any other
		}
	}
	p.Sel = p.Sel[:i] + key + p.Sel[end+1:]
	return p
}

// noElement is an element that nobody asks for.
const noElement = "[#none]"

// typedKey names a key by its type, as a context does: keys of type struct{}, and constants of a type made for it.
func typedKey(v ssa.Value) (string, bool) {
	m, ok := v.(*ssa.MakeInterface)
	if !ok {
		return "", false
	}
	n, ok := types.Unalias(m.X.Type()).(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return "", false
	}
	name := n.Obj().Pkg().Name() + "#" + n.Obj().Name()
	switch x := m.X.(type) {
	case *ssa.Const:
		if x.Value != nil {
			name += "#" + x.Value.ExactString()
		}
		return name, true
	case *ssa.UnOp: // a literal of type struct{}
		st, isStruct := n.Underlying().(*types.Struct)
		return name, isStruct && st.NumFields() == 0
	}
	return "", false
}

func isAny(v ssa.Value) bool {
	if v == nil {
		return false
	}
	_, ok := v.Type().Underlying().(*types.Interface)
	return ok
}

func isZero(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.Value != nil && c.Value.Kind() == constant.Int && constant.Sign(c.Value) == 0
}

// timeOfDay reports whether a time layout shows more than a date.
func timeOfDay(layout string) bool {
	for _, part := range []string{"15", "03", "04", "05", "PM", "3:", ".000", ".999"} {
		if strings.Contains(layout, part) {
			return true
		}
	}
	return false
}
