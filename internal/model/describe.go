package model

import "strings"

// words says what a condition asks for.
func (w *When) words() string {
	if w.Identity {
		return "names an identity"
	}
	if w.Filled != "" {
		return "has " + w.Filled[1:]
	}
	if w.Empty != "" {
		return "has no " + w.Empty[1:]
	}
	return "contains one of " + strings.Join(w.Contains, ", ")
}

// Says is a row in plain English, one phrase for each thing that it says, in the order of the schema.
func (e *Entry) Says() []string {
	d := &describer{}
	d.values(e)
	d.requests(e)
	d.regions(e)
	d.field(e)
	d.effects(e)
	d.routes(e)
	if e.When != nil {
		for i := range d.out {
			d.out[i] = "if " + Place{Root: Arg, Index: e.When.Arg}.String() + " " + e.When.words() + ": " + d.out[i]
		}
	}
	if e.Since != "" {
		d.add("since " + e.Since)
	}
	if e.Note != "" {
		d.add("note: " + e.Note)
	}
	return d.out
}

type describer struct{ out []string }

func (d *describer) add(parts ...string) { d.out = append(d.out, strings.Join(parts, "")) }

// places adds a phrase about each place.
func (d *describer) places(list []Place, says string) {
	for _, p := range list {
		d.add(p.Short(), says)
	}
}

// values describes where values come from.
func (d *describer) values(e *Entry) {
	for _, f := range e.Fresh {
		d.add(f.At.Short(), " differs from call to call (", string(f.Kind), ")")
	}
	for _, f := range e.Flow {
		d.add(f.To.Short(), " holds what ", f.From.Short(), " held")
	}
	for _, f := range e.Digest {
		d.add(f.To.Short(), " is a hash of ", f.From.Short())
	}
	for _, in := range e.Inbound {
		what := in.What
		if in.Name != nil {
			what = "the header that " + in.Name.Short() + " names"
		}
		d.add(in.At.Short(), " is what a caller sent", prefixed(": ", what))
	}
	for _, s := range e.Stored {
		d.add(s.At.Short(), " holds rows read from a store", optional(" by the query in ", s.Text))
	}
	if e.Format != nil {
		text := "operands to be printed"
		if e.Format.Text != nil {
			text = "the operands of the format in " + e.Format.Text.Short()
		}
		d.add(e.Format.Args.Short(), " is ", text)
	}
	if e.Layout != nil {
		d.add(e.Layout.Short(), " is a time layout")
	}
	d.places(e.Sorts, " is sorted")
}

// requests describes what is sent and by what it is recognised.
func (d *describer) requests(e *Entry) {
	for _, k := range e.Keys {
		d.add(k.At.Short(), " is an identity (", string(k.Kind), ")", optional(", as the query in ", k.Text))
	}
	if e.Pairs != nil {
		d.add(e.Pairs.At.Short(), " is a list name, value, …; a value after an identity name is an identity (", string(e.Pairs.Kind), ")")
	}
	if e.Sends != nil {
		d.sends(e.Sends)
	}
	if e.AutoKey != nil {
		d.add("fills in a fresh ", string(e.AutoKey.Kind), " in each call when ", e.AutoKey.At.Short(), " is empty")
	}
	if e.Repeats != nil {
		d.add(e.Repeats.At.Short(), " sends requests again by itself", optional(", unless 0 is given as ", e.Repeats.Count))
	}
	if e.ServiceConfig != nil {
		d.add(e.ServiceConfig.Short(), " is a gRPC service config")
	}
	d.places(e.Content, " is sent as the body")
	d.places(e.Drains, " is read to its end")
	d.places(e.Rewinds, " is set back to its start")
	d.places(e.Adds, " has more in it after each call")
	if e.Stable {
		d.add("its results are the same each time for the same work")
	}
	if e.Harmless {
		d.add("does no harm when it runs again")
	}
	if e.Input {
		d.add("reads something new each time")
	}
	if e.Alias != nil {
		d.add("the result stands for " + e.Alias.String())
	}
	for _, c := range e.Sets {
		d.add(c.At.String() + " holds " + c.Text)
	}
}

func (d *describer) sends(s *Send) {
	method := s.Method
	if p, err := ParsePlace(method); err == nil {
		method = "the method in " + p.Short()
	}
	text := "sends a request (" + method + ")" + optional(", the request being ", s.Request) + optional(", the body ", s.Body) +
		optional(", an optional key ", s.Key) + optional(", again if so set up in ", s.Repeats)
	if s.Always {
		text += ", and again by itself"
	}
	if s.NoKey {
		text += "; the receiver takes no key"
	}
	d.add(text, prefixed("; cannot be taken back: ", s.Irrevocable))
}

// regions describes what runs again.
func (d *describer) regions(e *Entry) {
	for _, c := range e.Calls {
		what := ""
		if c.Methods {
			what = "the exported methods of "
		}
		d.add("calls ", what, c.At.Short(), " (", string(c.As), ")", optional(" in a transaction, its ", c.Tx), said(c.Isolated, ", stopped by conflicts"), prefixed(", again only for errors marked by ", c.Marker),
			prefixed(", not again for errors marked by ", c.Final))
	}
	if e.Body != "" {
		d.add("methods that implement it run as ", string(e.Body))
	}
	if e.Marks != "" {
		d.add("functions that call it run as ", string(e.Marks))
	}
	if e.Param != "" {
		d.add("functions with a parameter of this type run as ", string(e.Param))
		if e.NilSettles {
			d.add("what they return settles it: nil means done")
		}
	}
	if e.Retrier {
		d.add("runs what stands behind it in a chain again")
	}
	if e.Chain != nil {
		d.add(e.Chain.Short(), " is a chain of middleware, outermost first")
	}
	if e.Needs != "" {
		d.add("only where ", e.Needs, " is used")
	}
}

// field describes a struct field.
func (d *describer) field(e *Entry) {
	if e.Key != "" {
		d.add("is an identity (", string(e.Key), ")")
	}
	if e.Holds != "" {
		d.add("is filled in by the library and differs (", string(e.Holds), ")")
	}
	if e.Covers != "" {
		d.add("identifies more than one intent (", string(e.Covers), ")")
	}
	if e.IsContent {
		d.add("is sent as the body")
	}
	if e.ContentKeyUnless != "" {
		d.add("a request that sets this and not ", e.ContentKeyUnless, " is deduplicated by its content")
	}
	if e.RepeatCount {
		d.add("is how often requests are sent again")
	}
	if len(e.RepeatPolicy) > 0 {
		d.add("decides about another attempt; allowed after a lost answer: ", strings.Join(e.RepeatPolicy, ", "))
	}
	if e.FieldCalls != "" {
		d.add("a function in it is called (", string(e.FieldCalls), ")")
	}
}

// Short is the place as people write it: "result" instead of "result 0".
func (p Place) Short() string {
	if p.Root == Result && p.Index == 0 {
		return "result" + p.Sel
	}
	return p.String()
}

func optional(before string, p *Place) string {
	if p == nil {
		return ""
	}
	return before + p.Short()
}

func prefixed(before, text string) string {
	if text == "" {
		return ""
	}
	return before + text
}
