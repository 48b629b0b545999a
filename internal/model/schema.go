// Package model holds what is known about third-party APIs and the standard library: which calls make fresh values,
// which places carry an identity, who calls a function again. It is data (data/*.yaml, one file per import path, loaded
// when that path is first asked for); this package only reads and checks it.
package model

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// FreshKind says why a value differs between two attempts of one intent.
type FreshKind string

// Fresh kinds.
const (
	Random  FreshKind = "random"
	Clock   FreshKind = "clock"
	Counter FreshKind = "counter" // attempt numbers, process-wide sequences
	Host    FreshKind = "host"    // host name, process id
	// Delivery is an identity of one delivery of a message, not of the message: receipt handle, delivery tag.
	Delivery FreshKind = "delivery"
	// Unstable is an encoding that may differ for equal content: gob, protobuf, formatted pointers, map order.
	Unstable FreshKind = "unstable"
)

// Scope says what a stable identity stands for when that is more than one intent.
type Scope string

// Scopes.
const (
	ParentScope Scope = "parent" // covers many intents: a workflow run, a batch, a session
	PartScope   Scope = "part"   // unique only together with its siblings: a partition's offset without the topic
)

// Regime says how often, and why, a function can run for one intent.
type Regime string

// Regimes. The names are those of the replay region kinds of the rule catalogue.
const (
	Once        Regime = "once"         // called by the callee, at most once for each call
	Retry       Regime = "retry"        // called again when it fails
	Poll        Regime = "poll"         // a condition, func(…) (done bool, err error): called again while it returns false and nil
	AttemptHook Regime = "attempt-hook" // called once for each attempt that somebody else makes
	TxRetry     Regime = "tx-retry"     // the body of a transaction that the driver runs again on conflict
	Redelivered Regime = "redelivered"  // consumes an at-least-once source
	Replayed    Regime = "replayed"     // a job, activity or reconcile that is run again after failure
	Resend      Regime = "resend"       // sends stored rows that are not known to be done
	Scheduled   Regime = "scheduled"    // run at each tick of a clock: each is work of its own, but what it adds up is added again
	Keyed       Regime = "keyed"        // serves a request that carries an idempotency key
)

// KeyKind says what a receiver does with an identity.
type KeyKind string

// Key kinds.
const (
	IdempotencyKey KeyKind = "idempotency-key"
	MessageID      KeyKind = "message-id"
	DedupID        KeyKind = "dedup-id"
	ClientToken    KeyKind = "client-token"
	WorkflowID     KeyKind = "workflow-id"
	ReplaceID      KeyKind = "replace-id"
	TaskName       KeyKind = "task-name"      // the name by which a queue or scheduler recognises a repeat, and that is for nothing else
	GeneratedName  KeyKind = "generated-name" // a prefix to which the receiver adds a fresh suffix: setting it makes a new identity
	ObjectName     KeyKind = "object-name"    // the name of an object that is created; what repeats the creation should repeat the name
	StoreKey       KeyKind = "store-key"      // a key of a store; an identity only if what it holds is one
	Fingerprint    KeyKind = "fingerprint"    // a digest by which two requests are held to be the same
	Carried        KeyKind = "carried"        // handed on (in a context, say) for somebody else to use as an identity
)

// Root is the part of a call that a Place starts from.
type Root uint8

// Roots.
const (
	Recv Root = iota + 1
	Arg
	Result
)

// Limits on indices in rows. No modelled function has more; a larger number is a slip of the pen.
const (
	maxArg    = 15
	maxResult = 5
)

// Place is a part of a call: the receiver, an argument (from 0, the receiver left out, context.Context counted) or a
// result, and below it a selector: "" is the value itself, ".F" a field, "[k]" the element under constant key k,
// "[*]" any element, ".*" everything below, fields and elements, and "[arg 0]" the element whose key is the constant
// given as argument 0. A pointer and what it points to are one place.
type Place struct {
	Root  Root
	Index int
	Sel   string
}

var placeRE = regexp.MustCompile(`^(recv|arg ([0-9]+)|result(?: ([0-9]+))?)((?:\.[A-Za-z_][A-Za-z0-9_]*|\.\*|\[[^\]]+\])*)$`)

// ParsePlace reads "recv", "arg 1", "result", "result 1", each with an optional selector such as "arg 0.Header[*]".
func ParsePlace(s string) (Place, error) {
	m := placeRE.FindStringSubmatch(s)
	if m == nil {
		return Place{}, fmt.Errorf("bad place %q: want recv, arg N or result N, and a selector if needed", s)
	}
	p := Place{Sel: m[4]}
	if m[1] == "recv" {
		p.Root = Recv
		return p, nil
	}
	limit := maxResult
	switch {
	case m[2] != "":
		p.Root, limit = Arg, maxArg
		p.Index, _ = strconv.Atoi(m[2])
	default:
		p.Root = Result
		p.Index, _ = strconv.Atoi(m[3])
	}
	if p.Index > limit {
		return Place{}, fmt.Errorf("index out of range in %q: at most %d", s, limit)
	}
	return p, nil
}

// String is the text that ParsePlace reads.
func (p Place) String() string {
	switch p.Root {
	case Recv:
		return "recv" + p.Sel
	case Arg:
		return fmt.Sprintf("arg %d%s", p.Index, p.Sel)
	}
	return fmt.Sprintf("result %d%s", p.Index, p.Sel)
}

// UnmarshalYAML reads a place.
func (p *Place) UnmarshalYAML(n *yaml.Node) error {
	q, err := ParsePlace(n.Value)
	if err != nil {
		return fmt.Errorf("line %d: %w", n.Line, err)
	}
	*p = q
	return nil
}

// Flow says that To holds what From held, unchanged or derived from it and nothing else.
type Flow struct{ From, To Place }

// UnmarshalYAML reads "arg 0 -> result 0".
func (f *Flow) UnmarshalYAML(n *yaml.Node) error {
	from, to, ok := strings.Cut(n.Value, " -> ")
	if !ok {
		return fmt.Errorf("line %d: bad flow %q: want FROM -> TO", n.Line, n.Value)
	}
	var err error
	if f.From, err = ParsePlace(from); err == nil {
		f.To, err = ParsePlace(to)
	}
	if err != nil {
		return fmt.Errorf("line %d: %w", n.Line, err)
	}
	return nil
}

// Fresh says that a place holds a new value after each call.
type Fresh struct {
	At   Place     `yaml:"at"`
	Kind FreshKind `yaml:"kind"`
}

// FreshList is a list of fresh places. The short form "random" stands for result 0 of that kind.
type FreshList []Fresh

// UnmarshalYAML reads the short form, one place or a list of places.
func (l *FreshList) UnmarshalYAML(n *yaml.Node) error {
	items := []*yaml.Node{n}
	if n.Kind == yaml.SequenceNode {
		items = n.Content
	}
	for _, item := range items {
		f := Fresh{At: Place{Root: Result}}
		if item.Kind == yaml.ScalarNode {
			f.Kind = FreshKind(item.Value)
		} else if err := onlyKeys(item, "at", "kind"); err != nil {
			return err
		} else if err := item.Decode(&f); err != nil {
			return err
		}
		if !freshKinds[f.Kind] {
			return fmt.Errorf("line %d: unknown fresh kind %q", item.Line, f.Kind)
		}
		*l = append(*l, f)
	}
	return nil
}

// KeyUse says that a place tells the receiver which intent a request belongs to.
type KeyUse struct {
	At   Place   `yaml:"at"`
	Kind KeyKind `yaml:"kind"`
	// Text is the argument that holds a query or a subject which says more about a store key.
	Text *Place `yaml:"text,omitempty"`
}

// Inbound says that a place holds what a caller of the program sent: a header (Name is the argument that names it) or
// something named here (What: "request body").
type Inbound struct {
	At   Place  `yaml:"at"`
	Name *Place `yaml:"name,omitempty"`
	What string `yaml:"what,omitempty"`
}

// Stored says that a place holds rows read from a store. Text is the argument with the query: one that selects pending,
// unsent or failed rows makes a loop over the result a resend sweep.
type Stored struct {
	At   Place  `yaml:"at"`
	Text *Place `yaml:"text,omitempty"`
}

// Send says that a call sends a request, and how it may be recognised as a repeat.
type Send struct {
	// Method is a constant (POST) or the place that holds it (arg 1, "arg 0.Method"). GET, HEAD, PUT, DELETE, OPTIONS and
	// TRACE may be repeated (RFC 9110 section 9.2.2); any other needs a key. An RPC that creates something is a POST.
	Method string `yaml:"method"`
	// Request is the object that carries headers, body and key: its fields and elements with identity names count as the key.
	Request *Place `yaml:"request,omitempty"`
	// Body is the place of the content.
	Body *Place `yaml:"body,omitempty"`
	// Key is the place of an optional key.
	Key *Place `yaml:"key,omitempty"`
	// NoKey says that the receiver takes no key at all.
	NoKey bool `yaml:"no_key,omitempty"`
	// Repeats is the client or request that may have retries switched on (Entry.Repeats).
	Repeats *Place `yaml:"repeats,omitempty"`
	// Always says that the call repeats by itself, whatever the client.
	Always bool `yaml:"always,omitempty"`
	// Irrevocable says what is sent where it cannot be taken back: "payment", "mail", "push".
	Irrevocable string `yaml:"irrevocable,omitempty"`
}

// Constant says that a place holds a constant after the call: the verb of a request builder.
type Constant struct {
	At   Place  `yaml:"at"`
	Text string `yaml:"text"`
}

// Repeat says that a place sends requests again by itself. With Count it does so unless that argument is the constant 0.
type Repeat struct {
	At    Place  `yaml:"at"`
	Count *Place `yaml:"count,omitempty"`
}

// AutoKey says that the library fills in a fresh key for each call when the place is empty: safe within the library's
// own retries, a new key in each turn of a loop around it.
type AutoKey struct {
	At   Place   `yaml:"at"`
	Kind KeyKind `yaml:"kind"`
	// Keeps says that the key is written into the caller's own parameters, so that another call with them bears it too.
	Keeps bool `yaml:"keeps,omitempty"`
}

// Format says that an argument is a fmt format and from which argument on its operands are.
type Format struct {
	Text *Place `yaml:"text,omitempty"` // without it, each operand is written as by %v
	Args Place  `yaml:"args"`
}

// Callback says that a function value is called, and how often.
type Callback struct {
	At Place  `yaml:"at"`
	As Regime `yaml:"as"`
	// Marker names a function of the same package by which an error is marked for another attempt; without it the error ends the retry.
	Marker string `yaml:"marker,omitempty"`
	// Final names a function of the same package by which an error is marked as final.
	Final string `yaml:"final,omitempty"`
	// Methods says that the place holds a struct whose exported methods are called.
	Methods bool `yaml:"methods,omitempty"`
	// Tx is the parameter of the function value that holds a transaction: "arg 0". A context that carries one counts.
	// The transaction ends with the call: committed when the function returns nil, else rolled back.
	Tx *Place `yaml:"tx,omitempty"`
	// Isolated says that the transaction is serializable, or stopped by conflicts in another way.
	Isolated bool `yaml:"isolated,omitempty"`
	// Reads says that the transaction writes nothing.
	Reads bool `yaml:"reads,omitempty"`
}

// HandleUse says what a place holds.
type HandleUse struct {
	At     Place  `yaml:"at"`
	Handle Handle `yaml:"handle"`
}

// When limits a row to calls whose argument Arg is a constant: one that names an identity header or field, or one that
// contains one of some words, whatever their case.
type When struct {
	Arg      int      `yaml:"arg"`
	Identity bool     `yaml:"identity,omitempty"`
	Contains []string `yaml:"contains,omitempty"`
	// Filled is a place below the argument, ".PhoneNumber": the row holds where that may be set. Empty: where it is not.
	Filled string `yaml:"filled,omitempty"`
	Empty  string `yaml:"empty,omitempty"`
}

// Entry is one row: facts about one function, method, interface method or struct field.
type Entry struct {
	// Func names functions ("New"), methods ("(*Client).Do" or "Client.Do") and interface methods ("RoundTripper.RoundTrip").
	Func Names `yaml:"func,omitempty"`
	// Field names struct fields, "Params.IdempotencyKey". The struct may be a pattern with one leading "*".
	Field Names `yaml:"field,omitempty"`
	// Type names types, "Delivery"; Param says what a function with such a parameter is.
	Type  Names  `yaml:"type,omitempty"`
	Param Regime `yaml:"param,omitempty"`
	// NilSettles says that such a function settles what it is given by what it returns: nil means done.
	NilSettles bool `yaml:"nil_settles,omitempty"`
	// Var names package variables and constants: errors.
	Var Names `yaml:"var,omitempty"`

	// Store says what the call does to a store, Step what it adds to a fluent chain, Effect what happens outside.
	Store  OpList     `yaml:"store,omitempty"`
	Step   *Step      `yaml:"step,omitempty"`
	Effect EffectKind `yaml:"effect,omitempty"`
	// Fleeting says of what is published that it reaches only those who listen at that moment.
	Fleeting bool `yaml:"fleeting,omitempty"`
	// Settles says that the call tells a broker or queue what became of a message.
	Settles *Settle `yaml:"settles,omitempty"`
	// Route says what the call tells a router; Answers is the status that it answers a request with, "404" or a place; TakesKey
	// says that it is, or makes, middleware that takes the idempotency key of requests.
	Route    *Route `yaml:"route,omitempty"`
	Answers  string `yaml:"answers,omitempty"`
	TakesKey bool   `yaml:"takes_key,omitempty"`
	// Binds says that the call makes an option which binds what is given beside it, a value or a function that makes one, to the
	// interfaces to which its arguments point.
	Binds bool `yaml:"binds,omitempty"`
	// Window says where a time stands in which a repeat is recognised, Horizon one after which a repeat can still come. Both
	// are for functions and fields.
	Window  SpanList `yaml:"window,omitempty"`
	Horizon SpanList `yaml:"horizon,omitempty"`
	// Counts is the unit in which the result counts the duration that the method is called on.
	Counts Unit `yaml:"counts,omitempty"`
	// Cuts is a time that the result is, cut off to a multiple of a duration (the next argument).
	Cuts *Place `yaml:"cuts,omitempty"`
	// Script says that a script is run in a store.
	Script *Script `yaml:"script,omitempty"`
	// Gives says which places hold handles after the call: the transaction that begin returns.
	Gives []HandleUse `yaml:"gives,omitempty"`
	// Is says what an error variable or type means, or what a predicate on an error asks for.
	Is ErrorKind `yaml:"is,omitempty"`
	// For types: Codes tell kinds of an error by a field; Handle and Clause say what values of the type are.
	Codes  []Codes `yaml:"codes,omitempty"`
	Handle Handle  `yaml:"handle,omitempty"`
	Clause *Clause `yaml:"clause,omitempty"`
	// Isolated says that whatever is done through values of the type is stopped when another run conflicts.
	Isolated bool `yaml:"isolated,omitempty"`

	When  *When      `yaml:"when,omitempty"`
	Fresh FreshList  `yaml:"fresh,omitempty"`
	Flow  []Flow     `yaml:"flow,omitempty"`
	Keys  []KeyUse   `yaml:"keys,omitempty"`
	Calls []Callback `yaml:"calls,omitempty"`
	// Digest is a Flow whose result changes altogether when any part of its sources does.
	Digest  []Flow     `yaml:"digest,omitempty"`
	Inbound []Inbound  `yaml:"inbound,omitempty"`
	Stored  []Stored   `yaml:"stored,omitempty"`
	Sends   *Send      `yaml:"sends,omitempty"`
	Sets    []Constant `yaml:"sets,omitempty"`
	Repeats *Repeat    `yaml:"repeats,omitempty"`
	AutoKey *AutoKey   `yaml:"autokey,omitempty"`
	Format  *Format    `yaml:"format,omitempty"`
	// Layout is the argument that holds a time layout; one without a time of day makes a coarse bucket, not a fresh value.
	Layout *Place `yaml:"layout,omitempty"`
	// Content lists places whose content is sent as the body of a request or message.
	Content []Place `yaml:"content,omitempty"`
	// Drains lists readers that the call reads to the end; Rewinds those that it sets back to the start.
	Drains  []Place `yaml:"drains,omitempty"`
	Rewinds []Place `yaml:"rewinds,omitempty"`
	// Adds lists places to which each call adds: a buffer, a counter.
	Adds []Place `yaml:"adds,omitempty"`
	// Sorts lists slices that the call brings into an order of their own.
	Sorts []Place `yaml:"sorts,omitempty"`
	// Alias is an argument that the result stands for: what is written to the one reaches the other (json.NewEncoder).
	Alias *Place `yaml:"alias,omitempty"`
	// Decodes says that what flows is decoded on the way: it is no longer the raw text.
	Decodes bool `yaml:"decodes,omitempty"`
	// Stable says that the results are the same each time for the same work, whatever the body shows.
	Stable bool `yaml:"stable,omitempty"`
	// Harmless says that it does no harm to run the function again: nothing is told of what it does, whoever calls it.
	Harmless bool `yaml:"harmless,omitempty"`
	// Input says that the call reads something new each time: a line, the next record.
	Input bool `yaml:"input,omitempty"`
	// Marks gives every function that calls this one a regime: what verifies a webhook's signature is called by webhook handlers.
	Marks Regime `yaml:"marks,omitempty"`
	// ServiceConfig is the argument that holds a gRPC service config (JSON) with retry policies.
	ServiceConfig *Place `yaml:"service_config,omitempty"`
	// Pairs is the variadic argument that holds name, value, name, value …; a value after an identity name is a key.
	Pairs *KeyUse `yaml:"pairs,omitempty"`
	// Key makes a field an identity.
	Key KeyKind `yaml:"key,omitempty"`
	// Holds says what a field that the library fills in differs by: the attempt number, a receipt handle.
	Holds FreshKind `yaml:"holds,omitempty"`
	// Covers says that the identity in a field stands for more than one intent.
	Covers Scope `yaml:"covers,omitempty"`
	// Body content of a request: see Content.
	IsContent bool `yaml:"is_content,omitempty"`
	// ContentKeyUnless names a sibling field; a request that sets this field and not that one is deduplicated by its content.
	ContentKeyUnless string `yaml:"content_key_unless,omitempty"`
	// RepeatCount marks a field that holds how often requests are sent again; 0 switches that off.
	RepeatCount bool `yaml:"repeat_count,omitempty"`
	// RepeatPolicy marks a field that holds a function which decides about another attempt. Only one that calls a function
	// named here is known to allow it after a lost answer.
	RepeatPolicy Names `yaml:"repeat_policy,omitempty"`
	// FieldCalls says under which regime a function in a field is called.
	FieldCalls Regime `yaml:"field_calls,omitempty"`
	// Body gives the bodies of all methods that implement this interface method a regime.
	Body Regime `yaml:"body,omitempty"`
	// Retrier marks a result that, in a chain of middleware, runs everything behind it again.
	Retrier bool `yaml:"retrier,omitempty"`
	// Chain is the variadic argument that holds middleware, outermost first.
	Chain *Place `yaml:"chain,omitempty"`
	// Needs names a function or method of the same package; unless the analysed package uses it, Calls and FieldCalls
	// repeat nothing (a client's hook runs once per attempt, but there are more attempts only with retries switched on).
	Needs string `yaml:"needs,omitempty"`
	// Since is a version from which on the symbols exist, where they are younger than the range of the file.
	Since string `yaml:"since,omitempty"`
	Note  string `yaml:"note,omitempty"`

	file string // that it stands in
	line int
}

// Names is one name or a list of them.
type Names []string

// UnmarshalYAML reads a scalar or a sequence.
func (s *Names) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind == yaml.ScalarNode {
		*s = Names{n.Value}
		return nil
	}
	return n.Decode((*[]string)(s))
}

// File is one YAML file.
type File struct {
	Name     string `yaml:"-"`        // of the file itself, for errors
	Package  string `yaml:"package"`  // import path of the package that declares the symbols
	Versions string `yaml:"versions"` // range of module versions that the rows were checked for
	Source   string `yaml:"source"`   // where the knowledge comes from: document, section, library version
	// Like takes over all rows of another file, for major versions that share their API.
	Like    string  `yaml:"like,omitempty"`
	Entries []Entry `yaml:"entries,omitempty"`
}

func onlyKeys(n *yaml.Node, keys ...string) error {
	for i := 0; i < len(n.Content); i += 2 {
		ok := false
		for _, k := range keys {
			ok = ok || n.Content[i].Value == k
		}
		if !ok {
			return fmt.Errorf("line %d: unknown field %q", n.Content[i].Line, n.Content[i].Value)
		}
	}
	return nil
}
