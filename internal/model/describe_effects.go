package model

import (
	"strconv"
	"strings"
)

// effects describes what is done to stores and outside.
func (d *describer) effects(e *Entry) {
	for i := range e.Store {
		d.op(&e.Store[i])
	}
	if e.Step != nil {
		d.step(e.Step)
	}
	if e.Effect != "" {
		d.add("does what cannot be taken back: ", string(e.Effect))
	}
	if e.Fleeting {
		d.add("reaches only those who listen at that moment")
	}
	if e.Settles != nil {
		d.add("settles a message (", string(e.Settles.As), ")", optional(": ", e.Settles.At), prefixed(", by itself, on ", string(e.Settles.When)))
	}
	for _, s := range e.Window {
		d.add(optional("", s.At), " is how long a repeat is recognised (", string(s.Of), ")")
	}
	for _, s := range e.Horizon {
		d.add(optional("", s.At), " is how late a repeat can come (", string(s.Of), ")")
	}
	if e.Counts != "" {
		d.add("counts a duration in ", string(e.Counts))
	}
	if e.Cuts != nil {
		d.add("cuts a time off: ", e.Cuts.Short())
	}
	if e.Script != nil {
		d.add("runs a script in a store: ", e.Script.Text.Short())
	}
	for _, g := range e.Gives {
		d.add(g.At.Short(), " is a handle (", string(g.Handle), ")")
	}
	if e.Is != "" {
		d.add("is an error, or asks for one, that says: ", string(e.Is))
	}
	for _, c := range e.Codes {
		d.add("says ", string(c.Is), " where ", c.Field, " is ", strings.Join(c.Values, ", "))
	}
	if e.Handle != "" {
		d.add("is a handle (", string(e.Handle), ")")
	}
	if c := e.Clause; c != nil {
		d.add("is a clause (", c.Is, ")", prefixed(", columns in ", c.Columns), prefixed(", ignores where set: ", c.Nothing),
			prefixed(", updates where set: ", strings.Join(c.Update, ", ")))
	}
	if e.Isolated {
		d.add("what is done through it is stopped by conflicts")
	}
}

func (d *describer) op(o *Op) {
	text := "store: " + string(o.Do) + " (" + string(o.Class) + ")" + optional(", through ", o.Handle) + optional(", table ", o.Table) +
		prefixed(", key ", joinPlaces(o.Key)) + optional(", value ", o.Value) + optional(", statement ", o.Text) + optional(", its values ", o.Args) +
		optional(", the chain behind ", o.Chain) + optional(", expiry ", o.Expires) + prefixed(", conditional where set: ", joinPlaces(o.Unless)) + onlyNew(o.OnlyNew) +
		prefixed(", nothing there: ", joinAnswers(o.Absent)) + prefixed(", in the way: ", joinAnswers(o.Lost)) + said(o.Isolated, ", stopped by conflicts") +
		optional(", isolation ", o.Isolation) + prefixed(", serializable: ", strings.Join(o.Serializable, ", ")) + said(o.Owner, ", for the owner only") + optional(", unique where set: ", o.Unique) +
		optional(", only reads where it says so: ", o.Reads)
	d.add(text)
}

func onlyNew(o *OnlyNew) string {
	if o == nil {
		return ""
	}
	return ", only where nothing is there: " + o.At.String() + " " + strconv.Quote(o.Text) + optional(", its names ", o.Names)
}

func (d *describer) step(s *Step) {
	text := "step of a chain" + prefixed(": ", string(s.Do)) + optional(", table ", s.Table) + optional(", through ", s.Handle) + optional(", condition ", s.Where) + optional(", its values ", s.Args) +
		optional(", column ", s.Column) + optional(", its value ", s.Value) + optional(", columns ", s.Columns) + optional(", their values ", s.Values) +
		optional(", record ", s.Record) + optional(", text ", s.Text) + optional(", clauses ", s.Clauses) + prefixed(", on conflict: ", s.Conflict) +
		said(s.Locks, ", locks") + said(s.Heedless, ", asks for a lock in vain")
	d.add(text)
}

func said(yes bool, text string) string {
	if yes {
		return text
	}
	return ""
}

func joinPlaces(list []Place) string {
	var out []string
	for _, p := range list {
		out = append(out, p.Short())
	}
	return strings.Join(out, ", ")
}

func joinAnswers(list []Answer) string {
	var out []string
	for _, a := range list {
		out = append(out, a.String())
	}
	return strings.Join(out, ", ")
}
