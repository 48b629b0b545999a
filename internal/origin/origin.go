// Package origin is where values come from, as plain data: what the engine finds out and rules ask about.
package origin

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/source"
)

// Kind is the kind of an origin.
type Kind uint8

// Kinds.
const (
	Zero    Kind = iota + 1 // the zero value or an empty constant
	Const                   // any other constant
	Fresh                   // made anew each time its site runs
	Param                   // an input of the function: the receiver, if any, is input 0
	Free                    // a variable that a function literal captures
	Result                  // a result of the function, as the target of a write
	Unknown                 // anything else: received, returned by a function that nothing is known of
	Inbound                 // sent by a caller of the program
	Stored                  // read from a store
	Shared                  // an identity that stands for more than one intent; Source says of which kind
	Repeats                 // under RepeatSel: whoever holds it sends requests again by itself
)

// Input is a place under an input of a function: a parameter or a captured variable, and a selector below it.
type Input struct {
	Kind  Kind // Param or Free
	Index int
	Sel   string
}

// Cond is something that decides whether a mint or an event happens: it depends on an input.
type Cond struct {
	On Input
	// Empty says that it happens only when the input is empty: a default for something the caller did not give.
	Empty bool
}

// Origin is one answer. All fields are plain data and comparable but for Via and Conds.
type Origin struct {
	Kind Kind
	In   Input // for Param and Free
	// Text is the text of a constant, the type of a zero value that is no empty string, the name of what is inbound
	// (a header, a field), Pending for stored rows that are not done, the scope of an identity that covers many intents, or
	// PerhapsNew for what is unknown.
	Text string
	// Digest says that only a hash of it arrives.
	Digest bool
	// Joined says that it is one part of a text with others, not one of several alternatives.
	Joined bool
	// Encoded says that it is a part of something that was written out as a whole: a marshalled struct.
	Encoded bool
	// Decoded says that it was taken apart on the way.
	Decoded bool
	// Sorted says that what order it came in is lost.
	Sorted bool
	// For Fresh:
	Fresh  model.FreshKind
	Source string       // "uuid.NewString"
	At     source.Place // where it is minted; for Inbound that is hashed, where
	Via    []source.Place
	Conds  []Cond
}

// Compare orders origins.
func (o Origin) Compare(p Origin) int {
	return cmp.Or(
		cmp.Compare(o.Kind, p.Kind), cmp.Compare(o.In.Kind, p.In.Kind), cmp.Compare(o.In.Index, p.In.Index),
		strings.Compare(o.In.Sel, p.In.Sel), strings.Compare(o.Text, p.Text), compareBool(o.Digest, p.Digest), compareBool(o.Joined, p.Joined),
		compareBool(o.Encoded, p.Encoded), compareBool(o.Sorted, p.Sorted),
		compareBool(o.Decoded, p.Decoded), cmp.Compare(o.Fresh, p.Fresh), strings.Compare(o.Source, p.Source),
		o.At.Compare(p.At), slices.CompareFunc(o.Via, p.Via, source.Place.Compare), slices.CompareFunc(o.Conds, p.Conds, Cond.Compare))
}

// RawBody is the Text of the bytes of a request's body, before they are decoded.
const RawBody = "request body"

// RepeatSel is the place, below a client or a request, that says whether it sends requests again by itself.
const RepeatSel = ".#repeat"

// Pending is the Text of rows that a query selected because they are not known to be done.
const Pending = "pending"

// PerhapsNew is the Text of something unknown that is made anew under a condition which callers cannot tell.
const PerhapsNew = "perhaps new"

// FilledIn is the Text of something unknown that was empty, until a call filled it in.
const FilledIn = "filled in"

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// Compare orders conditions.
func (c Cond) Compare(d Cond) int {
	return cmp.Or(cmp.Compare(c.On.Kind, d.On.Kind), cmp.Compare(c.On.Index, d.On.Index), strings.Compare(c.On.Sel, d.On.Sel),
		compareBool(c.Empty, d.Empty))
}

// Sort sorts a set and removes duplicates.
func Sort(set []Origin) []Origin {
	slices.SortFunc(set, Origin.Compare)
	return slices.CompactFunc(set, func(a, b Origin) bool { return a.Compare(b) == 0 })
}

// Places lists the mint and the calls that lead to it, outermost first.
func (o Origin) Places() []source.Place {
	list := slices.Clone(o.Via)
	slices.Reverse(list)
	return append(list, o.At)
}

// unnamed matches what elements at the end of a selector have no name: numbered ones, and any.
var unnamed = regexp.MustCompile(`(?:\[(?:\*|\d+)\]|\.\*)+$`)

// LastName is the named field or element that a selector ends in, or empty.
func LastName(sel string) string {
	sel = unnamed.ReplaceAllString(sel, "")
	i := strings.LastIndexAny(sel, ".[")
	if i < 0 {
		return ""
	}
	if name := strings.TrimSuffix(sel[i+1:], "]"); name != "*" {
		return name
	}
	return ""
}
