// Package summary computes what each function of a package does, once, bottom-up and in terms of its inputs, and carries
// it to importers. Regions are discharged here: where a summary's events meet code that runs again.
package summary

import (
	"cmp"
	"fmt"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/source"
)

// Class is the class of an event.
type Class uint8

// Classes.
const (
	Keyed   Class = iota // a value tells a receiver which intent a request belongs to
	Send                 // a request is sent; Value is its method, and no key was seen on it
	Drain                // a reader is read to its end
	Content              // a value is part of what is sent
	Drift                // a request carries a key, Value, and content beside it that changes, Parts
)

// Event is something that matters when it is repeated.
type Event struct {
	Class Class
	Key   model.KeyKind
	Sink  string // what carries the value, as the reader knows it: "Idempotency-Key", "SendMessageInput.MessageDeduplicationId"
	// Convention is set when the sink is known by its name alone, not by a model row.
	Convention bool
	At         source.Place
	Func       string         // the function around At
	Via        []source.Place // calls that lead to it, outermost first
	Value      []flow.Origin
	Conds      []flow.Cond  // inputs that decide whether it happens
	Carriers   []flow.Input // inputs through which the value reaches the receiver: the request, or the reader
	Parts      []Part
	Repeats    []flow.Origin // for Send: what switched retries on in the client
	NoKey      bool          // for Send: the receiver takes no key
	Token      string        // for Send: the optional key that was not given
	ErrTo      []string      // functions of other packages to which its error is given: "example.com/retry.Permanent"
	// Unseen is set for Send when part of the content is an input: it may tell a repeat.
	Unseen bool
	// Wired says that the value is made behind an interface or function value, in what the program puts there.
	Wired bool
	Again Cause // for Send: why it is repeated, where only a caller knows whether it bears a key
}

// Part is a piece of a request that is fresh or unstable.
type Part struct {
	Name string // field or place: "Description", "Body"
	At   source.Place
	Mint flow.Origin
}

// Call says that a function behind an input is called, and under which regime.
type Call struct {
	In     flow.Input
	Regime model.Regime
	Cause  Cause
	// Tx is the transaction in which it is called, nil where none is known.
	Tx *Tx
	// Turn says that it is called for each message, or in another turn that comes again; Kept, that something keeps a second run from it.
	Turn model.Regime
	Kept bool

	row  *rowCall        // where a model row says so; not carried to importers
	site ssa.Instruction // where it is called; not carried either
}

// Tx is a transaction that is open while a function value is called.
type Tx struct {
	Class   model.StoreClass // of the store, "" where that is not known
	On      []flow.Origin    // what it is begun on
	Again   bool             // after a conflict, the function is called once more
	Reads   bool             // nothing is written in it
	Carried bool             // the context that the function is given holds it
}

// rowCall is what a row says about when a callback is called again.
type rowCall struct {
	pkg                  *types.Package
	needs, marker, final string
	methods              bool
	tx                   *model.Place
	isolated, reads      bool
}

// Cause is why code can run again, for the reader.
type Cause struct {
	Text string // "retried by backoff.Retry", "in a retry loop"
	At   source.Place
}

// Function is the summary of one function. The zero value says that it does nothing known.
type Function struct {
	flow.Effect
	Events []Event
	Calls  []Call
	// Returned are summaries of function literals that it returns, by result; what they capture is unknown.
	Returned []Returned
	// Keyed are the inputs, and results, on which it sets an identity.
	Keyed []flow.Input
	// Pending are the results that hold rows which are not known to be done.
	Pending []int
	// Input says that it reads something new each time it is called.
	Input bool
	// Retries says that it repeats something itself.
	Retries bool
	// Ops are what it does to stores and outside.
	Ops []effect.Op
	// Asks are the kinds of errors that it tells apart in its inputs.
	Asks []Ask
	// Changes are what it adds to, or takes from, what its inputs reach; Resets is what it sets to a first value.
	Changes []Change
	Resets  []flow.Input
	// TakesKey says that it reads an idempotency key from a request, or is middleware that does.
	TakesKey bool
	// FromCtx says that it gives the transaction which a context holds.
	FromCtx bool
	// Serves is what is wrong if requests of the method in Route are served by it: another package may tell a router so.
	Serves []effect.Pair
	// Judges are the inputs of which it makes an error when they say that nothing was changed.
	Judges []int
}

// Ask says that a function asks whether an error that it is given is of a kind.
type Ask struct {
	In   int
	Kind model.ErrorKind
}

// Returned is a function literal behind a result.
type Returned struct {
	Result int
	Func   *Function
}

// Limits that keep summaries small. What is over them is cut after sorting and sets nothing else: fewer facts mean fewer findings.
const (
	maxEvents = 64
	maxWrites = 24
	maxCalls  = 16
	maxVia    = 3
)

func (f *Function) empty() bool {
	return len(f.Results)+len(f.Writes)+len(f.Fills)+len(f.Events)+len(f.Calls)+len(f.Returned)+len(f.Keyed)+len(f.Pending)+len(f.Ops)+len(f.Asks)+len(f.Judges)+len(f.Changes)+len(f.Resets) == 0 && !f.Retries && !f.Input && !f.FromCtx && !f.TakesKey && len(f.Serves) == 0
}

func (f *Function) normalize() {
	for _, list := range []*[]flow.Write{&f.Results, &f.Writes} {
		slices.SortFunc(*list, compareWrites)
		if len(*list) > maxWrites {
			*list = (*list)[:maxWrites]
		}
	}
	slices.SortFunc(f.Events, compareEvents)
	f.Events = slices.CompactFunc(f.Events, func(a, b Event) bool { return compareEvents(a, b) == 0 })
	if len(f.Events) > maxEvents {
		f.Events = f.Events[:maxEvents]
	}
	slices.SortFunc(f.Keyed, compareInputs)
	f.Keyed = slices.Compact(f.Keyed)
	slices.SortStableFunc(f.Ops, func(a, b effect.Op) int { return a.Compare(&b) })
	f.Ops = slices.CompactFunc(f.Ops, func(a, b effect.Op) bool { return a.Compare(&b) == 0 })
	slices.SortFunc(f.Calls, compareCalls)
	f.Calls = slices.CompactFunc(f.Calls, func(a, b Call) bool { return a.In == b.In && a.Regime == b.Regime })
	if len(f.Calls) > maxCalls {
		f.Calls = f.Calls[:maxCalls]
	}
}

func compareInputs(a, b flow.Input) int {
	return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Index, b.Index), strings.Compare(a.Sel, b.Sel))
}

func compareWrites(a, b flow.Write) int {
	return cmp.Or(compareInputs(a.To, b.To), slices.CompareFunc(a.From, b.From, flow.Origin.Compare))
}

func compareEvents(a, b Event) int {
	return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.Class, b.Class), strings.Compare(a.Sink, b.Sink), cmp.Compare(a.Key, b.Key),
		slices.CompareFunc(a.Via, b.Via, source.Place.Compare), slices.CompareFunc(a.Value, b.Value, flow.Origin.Compare),
		slices.CompareFunc(a.Conds, b.Conds, flow.Cond.Compare), slices.CompareFunc(a.Carriers, b.Carriers, compareInputs),
		slices.Compare(a.ErrTo, b.ErrTo), a.Again.At.Compare(b.Again.At), strings.Compare(a.Again.Text, b.Again.Text), slices.CompareFunc(a.Repeats, b.Repeats, flow.Origin.Compare), slices.CompareFunc(a.Parts, b.Parts, compareParts))
}

func compareParts(a, b Part) int {
	return cmp.Or(a.At.Compare(b.At), strings.Compare(a.Name, b.Name), a.Mint.Compare(b.Mint))
}

func compareCalls(a, b Call) int {
	return cmp.Or(compareInputs(a.In, b.In), cmp.Compare(a.Regime, b.Regime), compareTx(a.Tx, b.Tx), a.Cause.At.Compare(b.Cause.At), strings.Compare(a.Cause.Text, b.Cause.Text))
}

// compareTx orders what is known of transactions: of the calls of one function, the one in a transaction is kept.
func compareTx(a, b *Tx) int {
	switch {
	case a == b:
		return 0
	case a == nil:
		return 1
	case b == nil:
		return -1
	}
	flags := func(t *Tx) string { return fmt.Sprint(t.Again, t.Reads, !t.Carried) }
	return cmp.Or(cmp.Compare(a.Class, b.Class), slices.CompareFunc(a.On, b.On, flow.Origin.Compare), strings.Compare(flags(a), flags(b)))
}

func equal(a, b *Function) bool {
	return slices.EqualFunc(a.Results, b.Results, func(x, y flow.Write) bool { return compareWrites(x, y) == 0 }) &&
		slices.EqualFunc(a.Writes, b.Writes, func(x, y flow.Write) bool { return compareWrites(x, y) == 0 }) &&
		slices.EqualFunc(a.Events, b.Events, func(x, y Event) bool { return compareEvents(x, y) == 0 }) &&
		slices.EqualFunc(a.Calls, b.Calls, func(x, y Call) bool { return compareCalls(x, y) == 0 }) &&
		slices.Equal(a.Fills, b.Fills) && slices.Equal(a.Keyed, b.Keyed) && slices.Equal(a.Pending, b.Pending) && slices.Equal(a.Asks, b.Asks) && slices.Equal(a.Judges, b.Judges) && len(a.Changes) == len(b.Changes) && slices.Equal(a.Resets, b.Resets) && slices.EqualFunc(a.Ops, b.Ops, func(x, y effect.Op) bool { return x.Compare(&y) == 0 }) && len(a.Returned) == len(b.Returned) && a.Retries == b.Retries && a.Input == b.Input && a.TakesKey == b.TakesKey
}

// Region is code that can run again for one intent, with what happens in it on each attempt.
type Region struct {
	Regime model.Regime
	Cause  Cause
	Func   string // the function around the region
	Events []RegionEvent
}

// RegionEvent is an event inside a region. Mints are the fresh values that reach it and are made inside the region, anew
// in every attempt.
type RegionEvent struct {
	Event
	// Site is where the region leads to the event: the event's own place or a call in the region.
	Site  source.Place
	Mints []flow.Origin
	// For the regime Once: what a callee already knew of the value, nil where the event is the function's own; and what the
	// parts of the value are called.
	Before []flow.Origin
	Moved  bool
	// Names are those of the fields, parameters and captured variables in the value, for a moved event those of the callee's
	// inputs. What is hashed does not count.
	Names []string
}

// Shows reports whether something can be said of an event's value here and could not be said where it came from.
func (e *RegionEvent) Shows(says func([]flow.Origin) bool) bool {
	return says(e.Value) && !(e.Moved && says(e.Before))
}
