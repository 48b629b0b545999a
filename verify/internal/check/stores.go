package check

import (
	"go/types"
	"slices"
	"strconv"

	"github.com/idemvet/idemvet/internal/model"
)

// stores checks what a row says about stores, chains, handles and errors.
func (p *places) stores() {
	for i := range p.e.Store {
		p.op(&p.e.Store[i])
	}
	if p.e.Step != nil {
		p.step(p.e.Step)
	}
	for _, g := range p.e.Gives {
		p.want("gives", g.At, "a handle", isHandle)
	}
	p.routes()
	p.spans()
	if s := p.e.Settles; s != nil {
		p.optional("settles", s.At, "a message or consumer", isAny)
	}
	if p.e.Is != "" {
		p.predicate()
	}
}

func (p *places) op(o *model.Op) {
	for _, part := range []struct {
		what, noun string
		at         *model.Place
		ok         fit
	}{
		{"handle", "a handle", o.Handle, isHandle},
		{"table", "a table", o.Table, isTable},
		{"value", "a value", o.Value, isStored},
		{"text", "a text", o.Text, isQuery},
		{"args", "a list, map or struct", o.Args, isArgs},
		{"chain", "a chain", o.Chain, isHandle},
		{"expires", "a time or duration", o.Expires, isLifetime},
		{"isolation", "a level", o.Isolation, isLevel},
	} {
		p.optional(part.what, part.at, part.noun, part.ok)
	}
	for _, at := range o.Key {
		p.want("key", at, "a key", isStoreKey)
	}
	for _, at := range o.Unless {
		p.want("unless", at, "a value", isStored)
	}
	if o.OnlyNew != nil {
		p.want("only_new", o.OnlyNew.At, "a text", isText)
		p.optional("names", o.OnlyNew.Names, "a map", isArgs)
	}
	for _, a := range slices.Concat(o.Absent, o.Lost) {
		p.answer(a)
	}
	p.levels(o)
}

// levels checks that the constants of an isolation level can be values of its place.
func (p *places) levels(o *model.Op) {
	if len(o.Serializable) == 0 {
		return
	}
	if o.Isolation == nil {
		p.failf("serializable: there is no isolation")
		return
	}
	if t, msg := p.typeOf(*o.Isolation); msg == "" && t != nil {
		p.constants("serializable", t, o.Serializable)
	}
}

func (p *places) step(s *model.Step) {
	if p.sig.Recv() == nil && p.sig.Results().Len() == 0 {
		p.failf("step: neither a receiver nor a result carries the chain on")
	}
	for _, part := range []struct {
		what, noun string
		at         *model.Place
		ok         fit
	}{
		{"table", "a table", s.Table, isTable},
		{"where", "a condition", s.Where, isCondText},
		{"args", "a list, map or struct", s.Args, isArgs},
		{"column", "a column", s.Column, isCondText},
		{"value", "a value", s.Value, isStored},
		{"columns", "columns", s.Columns, isCondText},
		{"values", "values", s.Values, isCondText},
		{"record", "a record", s.Record, isArgs},
		{"text", "a text", s.Text, isQuery},
		{"clauses", "a value of a type with a clause", s.Clauses, isArgs},
	} {
		p.optional(part.what, part.at, part.noun, part.ok)
	}
}

// answer checks that a call can tell an outcome in the way that a row says.
func (p *places) answer(a model.Answer) {
	switch a.Form {
	case model.ByTrue, model.ByFalse:
		p.want(string(a.Form), a.At, "a flag", isFlag)
	case model.ByEmpty:
		p.want("empty", a.At, "a value", func(t types.Type) bool { return isStored(t) && !isFlag(t) })
	case model.ByRows:
		if p.sig.Results().Len() == 0 {
			p.failf("rows: there is no result")
		}
	case model.ByError:
		if !p.tellsError() {
			p.failf("%s: no result is or holds an error", a)
		}
		if a.Name != "" {
			if msg := p.errorName(a.Name); msg != "" {
				p.failf("%s: %s", a, msg)
			}
		}
	}
}

// tellsError reports whether a result is an error or has one: in a field, or by a method.
func (p *places) tellsError() bool {
	for v := range p.sig.Results().Variables() {
		if t := v.Type(); isError(t) || invalid(t) || holdsError(t) {
			return true
		}
	}
	return false
}

func holdsError(t types.Type) bool {
	if st, ok := core(t).(*types.Struct); ok {
		for f := range st.Fields() {
			if isError(f.Type()) {
				return true
			}
		}
	}
	t = deref(t)
	if !types.IsInterface(t) {
		t = types.NewPointer(t)
	}
	for m := range types.NewMethodSet(t).Methods() {
		for v := range m.Obj().(*types.Func).Signature().Results().Variables() {
			if isError(v.Type()) {
				return true
			}
		}
	}
	return false
}

// transaction checks the parameter of a callback that holds a transaction.
func (p *places) transaction(c model.Callback) {
	t, msg := p.typeOf(c.At)
	if msg != "" || t == nil {
		return // said already
	}
	sig, ok := core(t).(*types.Signature)
	switch {
	case c.Tx.Root != model.Arg:
		p.failf("tx: %s is no parameter", c.Tx)
	case !ok:
		p.failf("tx: %s is %s, whose parameters are not known", c.At, types.TypeString(t, types.RelativeTo(p.pkg)))
	default:
		inner := &places{row: p.row, fn: p.fn, sig: sig}
		inner.want("tx", *c.Tx, "a handle or a context", func(t types.Type) bool { return isHandle(t) || isContext(t) })
	}
}

// predicate checks a function that tells what an error means: it looks at an error, at the
// code of one or at what holds one, and answers.
func (p *places) predicate() {
	if msg := notPredicate(p.sig); msg != "" {
		p.failf("is: %s", msg)
	}
}

func notPredicate(sig *types.Signature) string {
	if sig.Results().Len() == 0 || !isFlag(sig.Results().At(0).Type()) {
		return "the result is no flag"
	}
	if recv := sig.Recv(); recv != nil && (tells(recv.Type()) || holdsError(recv.Type())) {
		return ""
	}
	for v := range sig.Params().Variables() {
		if tells(v.Type()) {
			return ""
		}
	}
	return "it looks at no error"
}

// constants checks that constants can stand in a place of type t.
func (c *row) constants(what string, t types.Type, values []string) {
	if !isInteger(t) {
		return
	}
	for _, v := range values {
		if _, err := strconv.ParseInt(v, 0, 64); err != nil {
			c.failf("%s: %q is no number, as %s is", what, v, types.TypeString(t, types.RelativeTo(c.pkg)))
		}
	}
}
