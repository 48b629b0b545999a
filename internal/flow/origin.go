// Package flow answers where a value comes from inside one function.
//
// An answer is a set of origins, never a tainted bit: rules ask "fresh and minted inside", "supplied by the caller". What
// a call does is asked of an Env, in terms of the callee's inputs, so that the same routine serves model rows, functions
// of this package and imported ones. Unknown calls propagate nothing.
package flow

import (
	"cmp"
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

// maxConds bounds the conditions of one origin; more make it conditional on everything, which is Unknown.
const maxConds = 12

// Origin is one answer. All fields are plain data and comparable but for Via and Conds.
type Origin struct {
	Kind Kind
	In   Input // for Param and Free
	// Text is the text of a constant, the type of a zero value that is no empty string, the name of what is inbound
	// (a header, a field), Pending for stored rows that are not done, or the scope of an identity that covers many intents.
	Text string
	// Digest says that only a hash of it arrives.
	Digest bool
	// Joined says that it is one part of a text with others, not one of several alternatives.
	Joined bool
	// Encoded says that it is a part of something that was written out as a whole: a marshalled struct.
	Encoded bool
	// Sorted says that what order it came in is lost.
	Sorted bool
	// For Fresh:
	Fresh  model.FreshKind
	Source string       // "uuid.NewString"
	At     source.Place // where it is minted; for Inbound that is hashed, where
	Via    []source.Place
	Conds  []Cond
}

// maxVia bounds the calls that are remembered between a mint and where it is used; the path shows at most three.
const maxVia = 3

// Compare orders origins.
func (o Origin) Compare(p Origin) int {
	return cmp.Or(
		cmp.Compare(o.Kind, p.Kind), cmp.Compare(o.In.Kind, p.In.Kind), cmp.Compare(o.In.Index, p.In.Index),
		strings.Compare(o.In.Sel, p.In.Sel), strings.Compare(o.Text, p.Text), compareBool(o.Digest, p.Digest), compareBool(o.Joined, p.Joined),
		compareBool(o.Encoded, p.Encoded), compareBool(o.Sorted, p.Sorted), cmp.Compare(o.Fresh, p.Fresh), strings.Compare(o.Source, p.Source),
		o.At.Compare(p.At), slices.CompareFunc(o.Via, p.Via, source.Place.Compare), slices.CompareFunc(o.Conds, p.Conds, Cond.Compare))
}

// RawBody is the Text of the bytes of a request's body, before they are decoded.
const RawBody = "request body"

// RepeatSel is the place, below a client or a request, that says whether it sends requests again by itself.
const RepeatSel = ".#repeat"

// Pending is the Text of rows that a query selected because they are not known to be done.
const Pending = "pending"

// maxText bounds the text of a constant that is kept. Longer ones are queries or documents, never a key.
const maxText = 48

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

// maxSet bounds a stored set. A larger one becomes {Unknown}: dropping arbitrary members would make results depend on order.
const maxSet = 12

// Normalize sorts a set, removes duplicates and saturates it.
func Normalize(set []Origin) []Origin {
	set = Sort(set)
	if len(set) > maxSet {
		return []Origin{{Kind: Unknown}}
	}
	return set
}

// Write says that a call leaves values at a place under an input or a result.
type Write struct {
	To   Input
	From []Origin
}

// Effect is what a function does to values, in terms of its inputs. In Results the place written to is a result.
type Effect struct {
	Results []Write
	Writes  []Write
}

// maxSel bounds selectors, in segments. A deeper place is not followed.
const maxSel = 4

// below reports whether sel lies at or under base, and the rest. "[*]" stands for any element.
func below(sel, base string) (rest string, ok bool) {
	for base != "" {
		var a, b string
		a, base = segment(base)
		if sel == "" {
			return "", false
		}
		b, sel = segment(sel)
		if a != b && a != all && b != all && !(a[0] == '[' && b[0] == '[' && (a == "[*]" || b == "[*]")) {
			return "", false
		}
	}
	return sel, true
}

// all is the selector of everything below a place.
const all = ".*"

// overlaps reports whether one selector lies under the other.
func overlaps(a, b string) bool {
	_, x := below(a, b)
	_, y := below(b, a)
	return x || y
}

func segment(sel string) (first, rest string) {
	end := len(sel)
	if sel[0] == '[' {
		if i := strings.IndexByte(sel, ']'); i >= 0 {
			end = i + 1
		}
	} else if i := strings.IndexAny(sel[1:], ".["); i >= 0 {
		end = i + 1
	}
	return sel[:end], sel[end:]
}

func depth(sel string) int {
	n := 0
	for sel != "" {
		_, sel = segment(sel)
		n++
	}
	return n
}

// NormalizeConds sorts conditions and removes duplicates; ok is false when there are more than can be kept.
func NormalizeConds(conds []Cond) (_ []Cond, ok bool) {
	slices.SortFunc(conds, Cond.Compare)
	conds = slices.Compact(conds)
	return conds, len(conds) <= maxConds
}

// Overlap reports whether of two selectors one lies under the other.
func Overlap(a, b string) bool { return overlaps(a, b) }
