// Package effect is what code does to stores and outside, as plain data: what the engine finds out and rules ask about.
package effect

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/origin"
	"github.com/idemvet/idemvet/internal/source"
)

// Form is a way in which a function's results tell an outcome.
type Form uint8

// Forms.
const (
	Zero   Form = iota + 1 // the result is nil, false, "", 0 or has no elements
	True                   // the result is true
	Named                  // the result is the error Name, or wraps it
	AnyErr                 // the result is some error
)

// Anywhere stands for any result, and for what is read from one.
const Anywhere = -1

// Answer says how the bad outcome of an operation shows: that a read found nothing, that a claim was lost, that a write
// had no effect.
type Answer struct {
	Result int // or Anywhere; below that, a variable that a function literal takes from around it
	Form   Form
	Name   string // of an error, "path.ErrNoRows"
	Weak   bool   // it shows in this way for other reasons too
}

// Compare orders answers.
func (a Answer) Compare(b Answer) int {
	return cmp.Or(cmp.Compare(a.Result, b.Result), cmp.Compare(a.Form, b.Form), strings.Compare(a.Name, b.Name), compareBool(a.Weak, b.Weak))
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// Col is a column or field: one that a condition compares, or that a record holds.
type Col struct {
	Name  string
	Value []origin.Origin
	// Literal is set when the value stands in the statement itself.
	Literal string
	// Made are the inputs that the value is made from.
	Made []Heir
	// Relative says of a column that is set that the value is computed from what it held.
	Relative bool
	// Held says of a column of a document that it is one of the record that is written, and not of the condition.
	Held bool
	// FromNow is set for a column that is given the store's clock, and how much is added to it.
	FromNow time.Duration
}

// Heir says that something is made from an input, or that what was read arrives at a place: a result, or memory under an input.
type Heir struct {
	In origin.Input
	// Changed says that it was not only handed on: a number was added to it, a list made longer.
	Changed bool
}

// Compare orders heirs.
func (h Heir) Compare(g Heir) int {
	return cmp.Or(cmp.Compare(h.In.Kind, g.In.Kind), cmp.Compare(h.In.Index, g.In.Index), strings.Compare(h.In.Sel, g.In.Sel), compareBool(h.Changed, g.Changed))
}

// Bound is a column that a condition compares with a time that may be known from the clock.
type Bound struct {
	Name  string
	Value []origin.Origin // where the time comes from
	// FromNow is how far from the store's clock the time lies, where the statement itself says so; the past is negative.
	FromNow time.Duration
	Before  bool // the column's time is the earlier one
}

// Life says how long what is written stays.
type Life uint8

// Lives.
const (
	LifeUnknown Life = iota
	Forever
	Limited
	Unsaid // the call sets no end; the store may
)

// Conflict says what an insert does about a row that is there.
type Conflict struct {
	Action     string   // "nothing", "update", "replace", "some"
	Target     []string // columns; empty when none are named
	Named      bool     // a constraint is named, or an expression: Target does not tell
	Constraint string   // the constraint that is named
	Primary    bool     // the library takes the primary key, since no columns are named
	Where      bool     // the update, or the target, has a condition
	Adds       []string // columns that the update adds to
}

// Op is one operation.
type Op struct {
	Do    model.Do
	Class model.StoreClass
	Name  string // of the call: "(*Client).Set"
	Store string // import path of the library, where that tells stores apart
	// Table is the table, collection or bucket, where its name is known; TableIn is where the name comes from otherwise; Record is the struct type
	// that stands for the table.
	Table   string
	TableIn []origin.Origin
	Record  string
	// OfParam is set where the record's type is a parameter of the function's type or of the function: its number, from 1.
	OfParam int
	// Told is the call that says which table it is, where the operation itself is for any.
	Told source.Place
	Keys [][]string // unique keys that the tags of the struct type declare
	// Key is what the record is found by in stores without columns.
	Key []origin.Origin
	// Cols are the columns of the condition, or of the record that is inserted; Sets are those that an update sets. Open says that there may be more.
	Cols []Col
	Sets []Col
	Open bool
	// Ranges are columns that the condition compares in another way than by equality, Bounds those of them that it compares with a time.
	Ranges []string
	Bounds []Bound
	// Value is what is written, and Made the inputs that it is made from.
	Value []origin.Origin
	Made  []Heir
	// Gives says of a read where what it found arrives. Picks are the columns that it asks for, where they are listed.
	Gives    []Heir
	Picks    []string
	Sums     bool // a read that counts or adds up rows
	Conflict *Conflict
	Handle   model.Handle
	In       []origin.Origin // where the handle comes from
	Lock     string          // of a read: "update", …
	Skips    bool            // of a lock: rows that others have locked are left out
	Life     Life
	TTL      string          // a constant lifetime, in the library's unit
	TTLIn    []origin.Origin // where the lifetime comes from
	Dialect  string
	Heedless bool   // asks for a lock in vain
	Isolated bool   // conflicting runs are stopped
	Reads    bool   // of begin: the transaction writes nothing
	ByCtx    bool   // through the transaction that a context holds, where it holds one
	Owner    bool   // for the owner only
	Lasts    bool   // through a variable of the package
	Enclosed bool   // in a transaction that begins and ends in the call that leads to it
	Many     bool   // many records in one call, or in a loop
	Advisory string // the function, for a lock that a statement takes
	// Effect is set for what happens outside; the operation is then no operation on a store.
	Effect model.EffectKind
	Keyed  bool // an effect that the receiver can recognise as a repeat
	Minted bool // what it is recognised by is made anew in each run
	// Fleeting says of an effect that it reaches only those who listen at that moment, Dropped that nobody asks whether it worked,
	// Subject of what is published what it is called.
	Fleeting, Dropped bool
	Subject           string
	// Settle is set for what a broker or queue is told of a message, which Key is; the operation is then none on a store. When says
	// that whoever receives tells it without being asked.
	Settle model.SettleKind
	When   model.SettleTime
	// Answers say how the bad outcome shows in the results of the function that holds the operation.
	Answers []Answer
	// Ignored says that nobody in the function asks for the outcome, and nobody else can.
	Ignored bool
	// Settled says that, where it turned out badly, what is there is read.
	Settled bool
	// Behind says that a second run does not come to it: something before it decides.
	Behind bool
	// Kept says the same of what any second run would add to: something lasting stands before it, or commits with it.
	Kept bool
	// Lack says what is wrong with a guard that stands before it and does not keep it, and LackAt where that stands.
	Lack   Lack
	LackAt source.Place
	// Vague says that its condition has parts that are not understood.
	Vague bool
	// Named says that what is handed to somebody else bears an identity, by which it is refused the second time.
	Named bool
	// Once says of a conditional write that its condition is false once it was done.
	Once bool
	// Consumes says that it takes a thing that may be used once, which was read before, and that nobody asks whether it was still there.
	Consumes bool
	Drawn    bool // somebody reads what the store has drawn for a record that is inserted
	Loaded   bool // what is written was fetched or computed for it: a cache is filled
	Handled  bool // its error is asked whether something was there already
	Returned bool // its error is among those that the function returns
	// Hushed says that the function, which returns no error, tells nobody when the operation fails; Errs are its results that are false then.
	Hushed bool
	Errs   []int
	// Fails are the errors of its own that the function returns when the operation has failed.
	Fails   []string
	Certain bool // it happens whenever the function returns without an error
	At      source.Place
	Func    string
	Via     []source.Place
	// Stands is where a finding about the operation alone stands, if interfaces lie on the way to it: one more than the number of calls,
	// the last of Via, below that place; 0 where none lies there, or only such as hand on what they are called with.
	Stands int
	// Wired says that a call on the way goes through an interface or function value, to what the program puts there.
	Wired bool
}

// Writes reports whether the operation changes what is stored.
func (o *Op) Writes() bool {
	switch o.Do {
	case model.DoInsert, model.DoPut, model.DoClaim, model.DoUpsert, model.DoUpdate, model.DoRelative, model.DoDelete, model.DoCreate, model.DoSeen:
		return true
	}
	return false
}

// Claims reports whether the operation decides who owns something.
func (o *Op) Claims() bool {
	return o.Do == model.DoClaim || o.Do == model.DoSeen || o.Do == model.DoTryLock
}

// Object is how the reader knows what the operation works on: the table, or the call.
func (o *Op) Object() string {
	if o.Table != "" {
		return o.Table
	}
	if len(o.TableIn) == 1 && o.Class != model.ObjectStore { // the name of a collection that is kept in a field
		if field := origin.LastName(strings.TrimSuffix(o.TableIn[0].In.Sel, ".name")); field != "" {
			return field
		}
	}
	return o.Call()
}

// Seen is Object as it looks from a package: what lies behind a call of another package is that call.
func (o *Op) Seen(pkg string) string {
	if o.At.Pkg == pkg || o.Table != "" {
		return o.Object()
	}
	return o.Func[strings.LastIndexByte(o.Func, '.')+1:]
}

// Call is the name of the call without its receiver.
func (o *Op) Call() string { return o.Name[strings.LastIndexByte(o.Name, '.')+1:] }

// Compare orders operations by what they are and where they stand.
func (o *Op) Compare(p *Op) int {
	return cmp.Or(o.At.Compare(p.At), cmp.Compare(o.Do, p.Do), strings.Compare(o.Table, p.Table), strings.Compare(o.Name, p.Name),
		slices.CompareFunc(o.Via, p.Via, source.Place.Compare), slices.CompareFunc(o.Key, p.Key, origin.Origin.Compare),
		slices.CompareFunc(o.TableIn, p.TableIn, origin.Origin.Compare), slices.CompareFunc(o.Answers, p.Answers, Answer.Compare),
		slices.CompareFunc(o.In, p.In, origin.Origin.Compare), slices.CompareFunc(o.Cols, p.Cols, Col.compare), slices.CompareFunc(o.Value, p.Value, origin.Origin.Compare))
}

func (c Col) compare(d Col) int {
	return cmp.Or(strings.Compare(c.Name, d.Name), slices.CompareFunc(c.Value, d.Value, origin.Origin.Compare), strings.Compare(c.Literal, d.Literal))
}
