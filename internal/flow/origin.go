// Package flow answers where a value comes from inside one function.
//
// An answer is a set of origins, never a tainted bit: rules ask "fresh and minted inside", "supplied by the caller". What
// a call does is asked of an Env, in terms of the callee's inputs, so that the same routine serves model rows, functions
// of this package and imported ones. Unknown calls propagate nothing.
package flow

import (
	"slices"
	"strings"

	"github.com/idemvet/idemvet/internal/origin"
)

// Kind is origin.Kind. What an answer is made of is plain data, which rules see too.
type Kind = origin.Kind

// Input is origin.Input.
type Input = origin.Input

// Cond is origin.Cond.
type Cond = origin.Cond

// Origin is origin.Origin.
type Origin = origin.Origin

// Kinds.
const (
	Zero    = origin.Zero
	Const   = origin.Const
	Fresh   = origin.Fresh
	Param   = origin.Param
	Free    = origin.Free
	Result  = origin.Result
	Unknown = origin.Unknown
	Inbound = origin.Inbound
	Stored  = origin.Stored
	Shared  = origin.Shared
	Repeats = origin.Repeats
)

// Names of places and texts.
const (
	RawBody    = origin.RawBody
	RepeatSel  = origin.RepeatSel
	Pending    = origin.Pending
	PerhapsNew = origin.PerhapsNew
	FilledIn   = origin.FilledIn
)

// LastName is origin.LastName.
func LastName(sel string) string { return origin.LastName(sel) }

// Sort is origin.Sort.
func Sort(set []Origin) []Origin { return origin.Sort(set) }

// maxConds bounds the conditions of one origin; more make it conditional on everything, which is Unknown.
const maxConds = 12

// maxVia bounds the calls that are remembered between a mint and where it is used; the path shows at most three.
const maxVia = 3

// maxText bounds the text of a constant that is kept. Longer ones are queries or documents, never a key.
const maxText = 48

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
	// Fills are the objects of which it may fill in what is empty: a record that is inserted gets its number.
	Fills []Input
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
