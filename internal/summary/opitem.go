package summary

import (
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/ssapkg"
)

// compared matches a DynamoDB condition that compares one attribute with one value; assigned, one that an update sets.
var (
	compared = regexp.MustCompile(`^\s*(#?\w+)\s*=\s*(:\w+)\s*$`)
	assigned = regexp.MustCompile(`(#?\w+)\s*=\s*(:\w+)`)
	// adds matches an update that adds to what is there; added, the clause for numbers and sets, and addend, each value of it.
	adds   = regexp.MustCompile(`(?i)[\w)]\s*[+-]\s*:\w|list_append\s*\(`)
	added  = regexp.MustCompile(`(?i)(?:^|\s)ADD\s((?:[^:]*:\w+)(?:\s*,[^:]*:\w+)*)`)
	addend = regexp.MustCompile(`:\w+`)
	absent = regexp.MustCompile(`^\s*attribute_not_exists\s*\(\s*#?\w+\s*\)\s*$`)
	exists = regexp.MustCompile(`^\s*\(?\s*attribute_exists\s*\(\s*#?\w+\s*\)\s*\)?\s*$`)
	// bounded matches a comparison of one attribute with one value; conjunction, what stands between the parts of a condition.
	bounded     = regexp.MustCompile(`^\s*\(?\s*(#?\w+)\s*(?:=|<|<=|>|>=)\s*:\w+\s*\)?\s*$`)
	conjunction = regexp.MustCompile(`(?i)\sAND\s`)
)

// sets are the kinds of sets that an item has.
var sets = []string{"SS", "NS", "BS"}

// falseAfterwards reports whether the condition of a write is false once the write was done: nothing was there, or an
// attribute had a value that it is given another one of. Conditions of several parts are left alone: they may let the owner, or
// whoever comes late enough, through.
func (r *rowCallOps) falseAfterwards(st *model.Op) bool {
	cond := ""
	for i := range st.Unless {
		if text := constText(r.trace(&st.Unless[i])); text != "" {
			cond = text
		}
	}
	if absent.MatchString(cond) {
		return true
	}
	c := compared.FindStringSubmatch(cond)
	if c == nil || st.Text == nil {
		return false
	}
	update := constText(r.trace(st.Text))
	if !strings.HasPrefix(strings.ToUpper(strings.TrimSpace(update)), "SET ") {
		return false
	}
	for _, a := range assigned.FindAllStringSubmatch(update, -1) {
		if a[1] == c[1] && a[2] != c[2] {
			return true
		}
	}
	return false
}

// standsAfter reports whether the condition of an update that adds is seen to hold after it as well as before: that something
// is there, that an attribute which stays has a value, that the number is large enough.
func (r *rowCallOps) standsAfter(st *model.Op) bool {
	if st.Text == nil {
		return false
	}
	update := constText(r.trace(st.Text))
	for i := range st.Unless {
		cond := constText(r.trace(&st.Unless[i]))
		if cond == "" {
			continue
		}
		for _, part := range conjunction.Split(cond, -1) {
			c := bounded.FindStringSubmatch(part)
			switch {
			case exists.MatchString(part):
			case c == nil, slices.ContainsFunc(assigned.FindAllStringSubmatch(update, -1), func(a []string) bool { return a[1] == c[1] }):
				return false
			}
		}
		return true
	}
	return false
}

// addsUp reports whether an update has another effect the second time. What is added to a set is in it once.
func (r *rowCallOps) addsUp(st *model.Op) bool {
	if st.Text == nil {
		return false
	}
	update := constText(r.trace(st.Text))
	if adds.MatchString(update) {
		return true
	}
	clause := added.FindStringSubmatch(update)
	if clause == nil {
		return false
	}
	for _, name := range addend.FindAllString(clause[1], -1) {
		if !r.set(st.Args, name) {
			return true
		}
	}
	return false
}

// assigns lists the attributes that an update sets to values, under their names in the expression.
func (r *rowCallOps) assigns(st *model.Op) []opCol {
	v, sel, ok := r.place(st.Args)
	if !ok || st.Text == nil {
		return nil
	}
	var out []opCol
	for _, a := range assigned.FindAllStringSubmatch(constText(r.trace(st.Text)), -1) {
		out = append(out, opCol{name: strings.TrimPrefix(a[1], "#"), values: r.w.f.TraceAll(v, sel+flow.Element(a[2]))})
	}
	return out
}

// set reports whether a value of an expression is seen to be a set: by its type or, where all kinds of values have one type, by
// the field that is filled.
func (r *rowCallOps) set(args *model.Place, name string) bool {
	v, sel, ok := r.place(args)
	if !ok {
		return false
	}
	l := r.w.f.Locate(v)
	l.Sel += sel + flow.Element(name)
	held := r.w.heldAt(l)
	if held == nil {
		return false
	}
	if m, ok := held.(*ssa.MakeInterface); ok {
		held = m.X
	}
	if n := ssapkg.Named(held.Type()); n != nil && slices.Contains(sets, strings.TrimPrefix(n.Obj().Name(), "AttributeValueMember")) {
		return true
	}
	in := r.w.f.Locate(held)
	return slices.ContainsFunc(r.w.f.Stores(in.Root), func(s flow.Store) bool {
		field, ok := strings.CutPrefix(s.To.Sel, in.Sel+".")
		return ok && slices.Contains(sets, field)
	})
}
