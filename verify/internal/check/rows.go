package check

import (
	"go/types"
	"slices"

	"github.com/idemvet/idemvet/internal/model"
)

// checkAll checks every place that a row on a function names.
func (p *places) checkAll() {
	e := p.e
	for _, f := range e.Fresh {
		p.want("fresh", f.At, "a value that can differ", isValue)
	}
	for _, list := range [][]model.Flow{e.Flow, e.Digest} {
		for _, f := range list {
			p.want("flow", f.From, "", isAny)
			p.want("flow", f.To, "", isAny)
		}
	}
	for _, k := range e.Keys {
		p.key("keys", k.At, k.Kind)
		p.optional("text", k.Text, "a text", isQuery)
	}
	for _, c := range e.Calls {
		p.call(c)
	}
	p.requests()
	p.contents()
	p.stores()
	p.optional("chain", e.Chain, "a list", isList)
	if e.Retrier {
		p.want("retrier", model.Place{Root: model.Result}, "middleware", func(t types.Type) bool { return isFunc(t) || hasMethods(t) })
	}
	if e.Pairs != nil {
		p.want("pairs", e.Pairs.At, "a list of names and values", isPairs)
	}
}

func (p *places) optional(what string, at *model.Place, noun string, ok fit) {
	if at != nil {
		p.want(what, *at, noun, ok)
	}
}

func (p *places) key(what string, at model.Place, kind model.KeyKind) {
	ok := isKey
	switch {
	case kind == model.StoreKey:
		ok = isStoreKey
	case at.Root == model.Result:
		ok = func(t types.Type) bool { return isKey(t) || isOption(t) }
	}
	p.want(what, at, "a key", ok)
}

func (p *places) call(c model.Callback) {
	switch {
	case c.Methods:
		p.want("calls", c.At, "something with methods", hasMethods)
	case c.As == model.Poll:
		p.want("calls", c.At, "a condition", isCondition)
	default:
		p.want("calls", c.At, "a function", isFunc)
	}
	if c.Tx != nil {
		p.transaction(c)
	}
}

// requests checks what a row says about requests that the function sends.
func (p *places) requests() {
	if s := p.e.Sends; s != nil {
		if at, err := model.ParsePlace(s.Method); err == nil {
			p.want("method", at, "a text", isText)
		}
		p.optional("request", s.Request, "an object", isObject)
		p.optional("body", s.Body, "content", isValue)
		if s.Key != nil {
			p.key("key", *s.Key, "")
		}
		p.optional("repeats", s.Repeats, "an object", isObject)
		if s.Irrevocable != "" && !slices.Contains(irrevocable, s.Irrevocable) {
			p.failf("irrevocable: unknown word %q", s.Irrevocable)
		}
	}
	if r := p.e.Repeats; r != nil {
		p.want("repeats", r.At, "an object", isObject)
		p.optional("count", r.Count, "an integer", isInteger)
	}
	if k := p.e.AutoKey; k != nil {
		p.key("autokey", k.At, k.Kind)
	}
}

// contents checks what a row says about contents, inputs, readers and formats.
func (p *places) contents() {
	e := p.e
	for _, in := range e.Inbound {
		p.want("inbound", in.At, "a value", isValue)
		p.optional("name", in.Name, "a text", isText)
	}
	for _, s := range e.Stored {
		p.want("stored", s.At, "a value", isValue)
		p.optional("text", s.Text, "a text", isQuery)
	}
	for _, list := range []struct {
		what, noun string
		places     []model.Place
		ok         fit
	}{
		{"content", "content", e.Content, isValue},
		{"drains", "a reader", e.Drains, isReader},
		{"rewinds", "a reader", e.Rewinds, isSeeker},
		{"adds", "a value", e.Adds, isValue},
		{"sorts", "a slice", e.Sorts, isSortable},
	} {
		for _, at := range list.places {
			p.want(list.what, at, list.noun, list.ok)
		}
	}
	if f := e.Format; f != nil {
		p.optional("format", f.Text, "a text", isText)
		p.want("format", f.Args, "a list", isList)
	}
	p.optional("service_config", e.ServiceConfig, "a text", isText)
}

// isQuery accepts a text and what builds one.
func isQuery(t types.Type) bool {
	_, ok := core(t).(*types.Struct)
	return ok || isText(t)
}

// checkField checks a row on fields.
func (c *row) checkField() {
	list, owners := c.fields()
	for i, f := range list {
		c.field(f)
		if other := c.e.ContentKeyUnless; other != "" {
			if _, msg := ownField(owners[i], other); msg != "" {
				c.failf("content_key_unless: %s", msg)
			}
		}
	}
}

func (c *row) field(f *types.Var) {
	e, t := c.e, f.Type()
	key := isKey
	if e.Key == model.StoreKey {
		key = isStoreKey
	}
	for _, want := range []struct {
		said bool
		what string
		noun string
		ok   fit
	}{
		{e.Key != "", "key", "a key", key},
		{e.Holds != "", "holds", "a value that can differ", isValue},
		{e.Covers != "", "covers", "a key", isStoreKey},
		{e.IsContent, "is_content", "content", isValue},
		{e.ContentKeyUnless != "", "content_key_unless", "content", isValue},
		{e.RepeatCount, "repeat_count", "an integer", isInteger},
		{len(e.RepeatPolicy) > 0, "repeat_policy", "a function", isFunc},
		{e.FieldCalls != "", "field_calls", "a function", isFunc},
	} {
		switch {
		case !want.said:
		case invalid(t):
			c.failf("%s: %s: %s", want.what, f.Name(), unknownType)
		case !want.ok(t):
			c.failf("%s: %s is %s, not %s", want.what, f.Name(), types.TypeString(t, types.RelativeTo(c.pkg)), want.noun)
		}
	}
}
