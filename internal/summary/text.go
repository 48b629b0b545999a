package summary

import (
	"go/token"
	"regexp"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/sqlshape"
)

// maxPieces bounds the calls and operators that a text is put together from.
const maxPieces = 40

// textOf is the text of a value as far as it stands in the source; what does not is a hole. It follows constants,
// concatenation, formats with constant text, variables that are set once and functions that return one text.
func (w *function) textOf(v ssa.Value) string {
	t := &texts{w: w, seen: map[ssa.Value]bool{}}
	return t.read(v)
}

// valueAt is the value that is known to be in a place: stored there in this function, or put there by the call that made the
// object, as its rows say. Nil when that is not known.
func (w *function) valueAt(v ssa.Value, sel string) ssa.Value {
	for range maxSteps {
		if sel == "" {
			return v
		}
		l := w.f.Locate(v)
		l.Sel += sel
		if held := w.loadAt(l.Root, l.Sel); held != l.Root {
			return held
		}
		c, result := madeBy(l.Root)
		if c == nil {
			return nil
		}
		if v, sel = w.putThere(c, result, l.Sel); v == nil {
			return nil
		}
	}
	return nil
}

// putThere is the argument of a call, and the place in it, that a place in a result holds as a row says.
func (w *function) putThere(c *ssa.Call, result int, sel string) (ssa.Value, string) {
	for _, t := range w.env.targets(c) {
		if t.obj == nil {
			continue
		}
		m := &modelled{method: t.obj.Signature().Recv() != nil}
		for _, e := range t.rows {
			for _, f := range e.Flow {
				in := m.input(f.From)
				if f.To.Root == model.Result && f.To.Index == result && f.To.Sel == sel && in.Kind == flow.Param && in.Index < len(t.inputs) {
					return t.inputs[in.Index], in.Sel
				}
			}
		}
	}
	return nil, ""
}

type texts struct {
	w     *function
	seen  map[ssa.Value]bool
	steps int
}

func (t *texts) read(v ssa.Value) string {
	if v == nil || t.steps > maxPieces || t.seen[v] {
		return sqlshape.Hole
	}
	t.steps++
	if text, ok := flow.ConstString(v); ok {
		return text
	}
	t.seen[v] = true
	defer delete(t.seen, v)
	switch v := v.(type) {
	case *ssa.ChangeType:
		return t.read(v.X)
	case *ssa.Convert:
		return t.read(v.X)
	case *ssa.MakeInterface:
		return t.read(v.X)
	case *ssa.BinOp:
		if v.Op == token.ADD {
			return t.read(v.X) + t.read(v.Y)
		}
	case *ssa.TypeAssert:
		return t.read(v.X)
	case *ssa.Phi:
		return t.common(v.Edges)
	case *ssa.UnOp:
		return t.load(v)
	case *ssa.Call:
		return t.call(v, 0)
	case *ssa.Extract:
		if c, ok := v.Tuple.(*ssa.Call); ok {
			return t.call(c, v.Index)
		}
	}
	return sqlshape.Hole
}

// common is what alternatives begin with. A text to which conditions are added in branches keeps its head.
func (t *texts) common(list []ssa.Value) string {
	head, first := "", true
	for _, v := range list {
		text := t.read(v)
		if first {
			head, first = text, false
			continue
		}
		n := 0
		for n < len(head) && n < len(text) && head[n] == text[n] {
			n++
		}
		if n < len(head) || n < len(text) {
			head = head[:n] + sqlshape.Hole
		}
	}
	return head
}

func (t *texts) load(v *ssa.UnOp) string {
	if v.Op != token.MUL {
		return sqlshape.Hole
	}
	if g, ok := v.X.(*ssa.Global); ok {
		if text, ok := t.w.b.pkg.Embedded(g.Object()); ok {
			return text
		}
		if vals := t.w.b.made[g]; len(vals) == 1 {
			return t.read(vals[0])
		}
		return sqlshape.Hole
	}
	at := t.w.f.Locate(v)
	var vals []ssa.Value
	for _, s := range t.w.f.Stores(at.Root) {
		if s.To == at {
			vals = append(vals, s.Val)
		}
	}
	if len(vals) == 1 {
		return t.read(vals[0])
	}
	return sqlshape.Hole
}

// call reads formats, functions that hand on a text that they are given (a statement is prepared, space is trimmed), and those
// of this package that return one text.
func (t *texts) call(c *ssa.Call, result int) string {
	for _, target := range t.w.env.targets(c) {
		m := &modelled{}
		if target.obj != nil {
			m.method = target.obj.Signature().Recv() != nil
		}
		for _, e := range target.rows {
			if e.Format != nil && e.Format.Text != nil {
				args := &arguments{f: t.w.f, inputs: target.inputs}
				return t.format(args.arg(m, e.Format.Text), args.arg(m, &e.Format.Args))
			}
			for _, f := range e.Flow {
				in := m.input(f.From)
				if f.To.Root == model.Result && f.To.Index == result && f.To.Sel == "" && in.Sel == "" && in.Kind == flow.Param &&
					in.Index < len(target.inputs) && isString(target.inputs[in.Index].Type()) && len(e.Flow) == 1 {
					return t.read(target.inputs[in.Index])
				}
			}
		}
	}
	fn := c.Call.StaticCallee()
	if fn == nil {
		return sqlshape.Hole
	}
	if len(fn.Params) == 0 && fn.Signature.Recv() == nil && fn.Pkg == t.w.fn.Pkg {
		if ret := onlyReturn(fn); ret != nil {
			return t.read(ret)
		}
	}
	return sqlshape.Hole
}

func pkgPath(fn *ssa.Function) string {
	if fn.Pkg == nil {
		return ""
	}
	return fn.Pkg.Pkg.Path()
}

// onlyReturn is what a function returns when it has but one return, or nil.
func onlyReturn(fn *ssa.Function) ssa.Value {
	if len(fn.Blocks) != 1 {
		return nil
	}
	ret, ok := fn.Blocks[0].Instrs[len(fn.Blocks[0].Instrs)-1].(*ssa.Return)
	if !ok || len(ret.Results) != 1 {
		return nil
	}
	return ret.Results[0]
}

var verb = regexp.MustCompile(`%(?:\[(\d+)\])?[-+# 0-9.]*[a-zA-Z%]`)

// format puts the constant operands of a format in their places.
func (t *texts) format(text, args ssa.Value) string {
	f := t.read(text)
	if args == nil {
		return f
	}
	list := t.w.f.Locate(args)
	next := 0
	return verb.ReplaceAllStringFunc(f, func(v string) string {
		if strings.HasSuffix(v, "%") {
			return "%"
		}
		i := next
		if m := verb.FindStringSubmatch(v); m[1] != "" {
			i = int(m[1][0]-'0') - 1
		}
		next = i + 1
		for _, s := range t.w.f.Stores(list.Root) {
			if s.Val != nil && s.To.Sel == list.Sel+index(i) {
				return t.read(s.Val)
			}
		}
		return sqlshape.Hole
	})
}

// constText is the constant text of a place, or "".
func constText(values []flow.Local) string {
	text := ""
	for _, v := range values {
		switch {
		case v.Kind == flow.Const && text == "":
			text = v.Text
		case v.Kind == flow.Zero:
		default:
			return ""
		}
	}
	return text
}
