package model

import (
	"errors"
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Do says what a call does to a store.
type Do string

// What calls do.
const (
	DoText     Do = "text"     // what the statement in Text says
	DoChain    Do = "chain"    // what the steps of the chain that Chain ends say
	DoRead     Do = "read"     // reads what is stored under a key or a condition
	DoInsert   Do = "insert"   // adds a record; what is there already makes it fail, or stays beside it
	DoPut      Do = "put"      // writes whatever is there
	DoClaim    Do = "claim"    // writes only if nothing is there, and tells
	DoUpsert   Do = "upsert"   // inserts, or changes what is there
	DoUpdate   Do = "update"   // changes what is there
	DoRelative Do = "relative" // adds to what is there
	DoDelete   Do = "delete"
	DoExpire   Do = "expire"         // gives what is stored an expiry
	DoCreate   Do = "find-or-create" // reads and, when there is nothing, inserts: two steps inside one call
	DoLock     Do = "lock"
	DoTryLock  Do = "try-lock"
	DoUnlock   Do = "unlock"
	DoBegin    Do = "begin"
	DoCommit   Do = "commit"
	DoRollback Do = "rollback"
	DoSave     Do = "savepoint"
	DoGiveBack Do = "give-back"     // gives a connection back to its pool, with whatever its session holds
	DoIndex    Do = "index"         // creates an index over Key; Unique is the place of a flag that makes it unique
	DoSeen     Do = "check-and-set" // inserts into a set in memory and tells whether it was there
)

// StoreClass is the kind of a store. Two operations meet only in stores of one class.
type StoreClass string

// Store classes.
const (
	SQLStore     StoreClass = "sql"
	KVStore      StoreClass = "kv"       // Redis, memcached, etcd, Consul, …: the receiver's type tells them apart
	DocStore     StoreClass = "document" // MongoDB, Firestore, Elasticsearch
	ItemStore    StoreClass = "item"     // DynamoDB, Cassandra through items
	ObjectStore  StoreClass = "object"   // S3, GCS, …
	FileStore    StoreClass = "file"
	ProcessStore StoreClass = "process" // memory of this process
	ClusterStore StoreClass = "cluster" // Kubernetes API objects
	LockService  StoreClass = "lock"    // a distributed lock: redsync, etcd concurrency, Consul
)

// Answer is a way in which a call tells an outcome: "error ErrNoRows" (a variable, type or predicate on errors of the row's
// package, or a full name), "error" (any error), "true result", "false result 1", "empty result 0" (nil, "", 0 or no
// elements), "rows" (a number of rows that is 0; for what was done, that is not).
type Answer struct {
	Form AnswerForm
	At   Place  // for true, false and empty
	Name string // for error: a name, or "" for any
}

// AnswerForm is the first word of an Answer.
type AnswerForm string

// Forms of answers.
const (
	ByError AnswerForm = "error"
	ByTrue  AnswerForm = "true"
	ByFalse AnswerForm = "false"
	ByEmpty AnswerForm = "empty"
	ByRows  AnswerForm = "rows"
)

// UnmarshalYAML reads an answer.
func (a *Answer) UnmarshalYAML(n *yaml.Node) error {
	form, rest, _ := strings.Cut(n.Value, " ")
	a.Form = AnswerForm(form)
	switch a.Form {
	case ByError:
		a.Name = rest
	case ByTrue, ByFalse, ByEmpty:
		p, err := ParsePlace(rest)
		if err != nil || p.Root != Result {
			return fmt.Errorf("line %d: bad answer %q: want a result", n.Line, n.Value)
		}
		a.At = p
	case ByRows:
		if rest != "" {
			return fmt.Errorf("line %d: bad answer %q: rows stands alone", n.Line, n.Value)
		}
	default:
		return fmt.Errorf("line %d: bad answer %q: want error, true, false, empty or rows", n.Line, n.Value)
	}
	return nil
}

// MarshalYAML writes what UnmarshalYAML reads.
func (a Answer) MarshalYAML() (any, error) { return a.String(), nil }

// String is the text that UnmarshalYAML reads.
func (a Answer) String() string {
	switch a.Form {
	case ByError:
		return strings.TrimSpace("error " + a.Name)
	case ByRows:
		return "rows"
	}
	return string(a.Form) + " " + a.At.Short()
}

// Op is what a call does to a store.
type Op struct {
	Do    Do         `yaml:"do"`
	Class StoreClass `yaml:"class"`
	// Handle is the store, database, transaction or client; the receiver by default, argument 0 of a function.
	Handle *Place `yaml:"handle,omitempty"`
	// Table is the name of the table, collection, bucket; or a value whose struct type stands for the table.
	Table *Place `yaml:"table,omitempty"`
	// Key lists what the record is found by.
	Key []Place `yaml:"key,omitempty"`
	// Value is what is written: a value, a record, a document.
	Value *Place `yaml:"value,omitempty"`
	// Text is a statement or a condition; Args are the values of its placeholders (a variadic argument or a list), or a
	// struct or map for named ones.
	Text *Place `yaml:"text,omitempty"`
	Args *Place `yaml:"args,omitempty"`
	// Chain is the place behind which the steps of a fluent chain lie.
	Chain *Place `yaml:"chain,omitempty"`
	// Expires is the place of a lifetime; 0, or nothing there, is for ever.
	Expires *Place `yaml:"expires,omitempty"`
	// Unless lists places; where one of them is set, a read or write is conditional (a condition expression, If-None-Match).
	Unless []Place `yaml:"unless,omitempty"`
	// OnlyNew says how to make a put conditional on that there is nothing yet.
	OnlyNew *OnlyNew `yaml:"only_new,omitempty"`
	// Absent lists how a read says that nothing is there. An error beside a value, emptiness and false need not be listed.
	Absent []Answer `yaml:"absent,omitempty"`
	// Lost lists how a claim, an insert or a conditional write says that something was in the way.
	Lost []Answer `yaml:"lost,omitempty"`
	// Isolated says that conflicting runs are stopped whatever they do: serializable transactions, optimistic ones.
	Isolated bool `yaml:"isolated,omitempty"`
	// Isolation is, for begin, the place of the isolation level; Serializable are the constants that stand for it.
	Isolation    *Place `yaml:"isolation,omitempty"`
	Serializable Names  `yaml:"serializable,omitempty"`
	Unique       *Place `yaml:"unique,omitempty"`
	// Reads is, for begin, the place that makes it a transaction which writes nothing: true, or a constant that says "read only".
	Reads *Place `yaml:"reads,omitempty"`
	// Owner says that an unlock or delete happens only for the owner of what is there.
	Owner bool `yaml:"owner,omitempty"`
}

// OnlyNew is a condition that there is nothing yet: the text that a place holds.
type OnlyNew struct {
	At   Place  `yaml:"at"`
	Text string `yaml:"text"`
	// Names is a map that says which field of the record KeyMark in the text stands for.
	Names *Place `yaml:"names,omitempty"`
}

// KeyMark stands, in the text of an OnlyNew, for a field of the record's key.
const KeyMark = "#key"

// UnmarshalYAML refuses unknown keys.
func (o *OnlyNew) UnmarshalYAML(n *yaml.Node) error {
	if err := onlyKeys(n, "at", "text", "names"); err != nil {
		return err
	}
	type plain OnlyNew
	return n.Decode((*plain)(o))
}

// OpList is one operation or a list of them.
type OpList []Op

// UnmarshalYAML reads one operation or a list.
func (l *OpList) UnmarshalYAML(n *yaml.Node) error {
	items := []*yaml.Node{n}
	if n.Kind == yaml.SequenceNode {
		items = n.Content
	}
	for _, item := range items {
		if err := onlyKeys(item, "do", "class", "handle", "table", "key", "value", "text", "args", "chain", "expires", "unless", "only_new", "absent",
			"lost", "isolated", "isolation", "serializable", "owner", "unique", "reads"); err != nil {
			return err
		}
		var op Op
		if err := item.Decode(&op); err != nil {
			return err
		}
		*l = append(*l, op)
	}
	return nil
}

// Step is one call of a fluent chain: what it adds to the statement. A step is a function or method whose result (or
// receiver) carries the chain on.
type Step struct {
	Do    Do     `yaml:"do,omitempty"`    // starts a chain of that kind, or changes what it does
	Table *Place `yaml:"table,omitempty"` // see Op.Table
	// Handle is what the chain runs on, where that is no receiver.
	Handle *Place `yaml:"handle,omitempty"`
	Where  *Place `yaml:"where,omitempty"` // a condition: text, a map or a struct of columns
	Args   *Place `yaml:"args,omitempty"`  // of the text
	// Column and Value: one column that is compared (with Where unset) or, in a chain that writes, set.
	Column *Place `yaml:"column,omitempty"`
	Value  *Place `yaml:"value,omitempty"`
	// Columns and Values: several.
	Columns *Place `yaml:"columns,omitempty"`
	Values  *Place `yaml:"values,omitempty"`
	Record  *Place `yaml:"record,omitempty"` // the record that is written
	// Text is a piece of a statement that goes to its end or start: ON CONFLICT …, FOR UPDATE.
	Text *Place `yaml:"text,omitempty"`
	// Clauses is a value, or a variadic list, of types that have a Clause.
	Clauses *Place `yaml:"clauses,omitempty"`
	// Conflict says that the step adds a conflict clause: "nothing", "update" or "some".
	Conflict string `yaml:"conflict,omitempty"`
	Locks    bool   `yaml:"locks,omitempty"` // FOR UPDATE
	// Heedless says that the step asks for a lock in a way that the library does not heed.
	Heedless bool `yaml:"heedless,omitempty"`
}

// Handle says what a place holds: a pool of connections, one connection or a transaction.
type Handle string

// Handles.
const (
	PoolHandle Handle = "pool"
	ConnHandle Handle = "conn"
	TxHandle   Handle = "tx"
	// EitherHandle is a handle that may be a transaction or a pool: an interface, an ORM's session.
	EitherHandle Handle = "either"
)

// Clause says what a value of a type adds to a chain that is given one.
type Clause struct {
	// Is is "conflict" or "lock".
	Is string `yaml:"is"`
	// Columns is the field with the columns of the conflict; Nothing, Update and All fields that are set for an action.
	Columns string `yaml:"columns,omitempty"`
	Nothing string `yaml:"nothing,omitempty"`
	Update  Names  `yaml:"update,omitempty"`
}

// ErrorKind says what an error means to whoever asks a store.
type ErrorKind string

// Error kinds.
const (
	Missing   ErrorKind = "missing"   // nothing is there
	Exists    ErrorKind = "exists"    // something is there already: unique violation, AlreadyExists
	Conflict  ErrorKind = "conflict"  // a condition on a write failed, a version differed
	TryAgain  ErrorKind = "try-again" // serialization failure, deadlock, busy: the transaction may be run again
	Transient ErrorKind = "transient" // timeout, lost connection, unavailable: the outcome is not known
)

// Codes says which constants in a field of an error type stand for a kind of error.
type Codes struct {
	Field string    `yaml:"field"`
	Is    ErrorKind `yaml:"is"`
	// Values are constants: "23505", "1062".
	Values Names `yaml:"values"`
}

// EffectKind says what happens outside when a call is made. None of it can be taken back.
type EffectKind string

// Effect kinds.
const (
	Payment  EffectKind = "payment"
	Payout   EffectKind = "payout"
	Mail     EffectKind = "mail"
	SMS      EffectKind = "sms"
	Push     EffectKind = "push"
	Chat     EffectKind = "chat"
	Publish  EffectKind = "publish"
	Workflow EffectKind = "workflow"
	HTTPPost EffectKind = "http"
)

// Settle is what a broker or queue is told of a message.
type Settle struct {
	As SettleKind `yaml:"as"`
	// At is the message, its handle, or the consumer whose position moves; the receiver by default, argument 0 of a function.
	At *Place `yaml:"at,omitempty"`
	// When says that the call receives messages, and settles them without being told: at once, or when it is called the next time.
	When SettleTime `yaml:"when,omitempty"`
	// If is a switch: the message is settled only where the constant true is given. Field is one that has to be set, Uses a
	// function of the package that has to be used, Unless are those that switch it off.
	If     *Place `yaml:"if,omitempty"`
	Field  string `yaml:"field,omitempty"`
	Uses   string `yaml:"uses,omitempty"`
	Unless Names  `yaml:"unless,omitempty"`
	// Again is a switch of what gives a message back: where the constant false is given, it is given up.
	Again *Place `yaml:"again,omitempty"`
}

// SettleTime says when a call that receives settles by itself.
type SettleTime string

// Times.
const (
	OnReceipt SettleTime = "receipt" // before anything is done with the message
	OnNext    SettleTime = "next"    // when the next message is received, whatever became of this one
)

// SettleKind says what is told.
type SettleKind string

// Kinds of settlement.
const (
	Acked     SettleKind = "ack"    // done: it does not come again
	GivenBack SettleKind = "nack"   // not done: it comes again
	Discarded SettleKind = "dead"   // given up: it goes to the dead letters, or is dropped
	Committed SettleKind = "commit" // everything up to a position is done
	Extended  SettleKind = "extend" // still at work
)

var (
	doings       = set(DoText, DoChain, DoRead, DoInsert, DoPut, DoClaim, DoUpsert, DoUpdate, DoRelative, DoDelete, DoExpire, DoCreate, DoLock, DoTryLock, DoUnlock, DoBegin, DoCommit, DoRollback, DoSave, DoGiveBack, DoIndex, DoSeen)
	storeClasses = set(SQLStore, KVStore, DocStore, ItemStore, ObjectStore, FileStore, ProcessStore, ClusterStore, LockService)
	handles      = set(PoolHandle, ConnHandle, TxHandle, EitherHandle)
	errorKinds   = set(Missing, Exists, Conflict, TryAgain, Transient)
	effectKinds  = set(Payment, Payout, Mail, SMS, Push, Chat, Publish, Workflow, HTTPPost)
	conflicts    = set("", "nothing", "update", "some")
	settleKinds  = set(Acked, GivenBack, Discarded, Committed, Extended)
	settleTimes  = set("", OnReceipt, OnNext)
)

// EffectKind is what happens outside, whichever field of the row says so.
func (e *Entry) EffectKind() EffectKind {
	if e.Effect == "" && e.Sends != nil {
		return EffectKind(e.Sends.Irrevocable)
	}
	return e.Effect
}

// effects reports whether a row says something about stores or effects, for functions.
func (e *Entry) effects() bool {
	return len(e.Store) > 0 || e.Step != nil || e.Effect != "" || e.Settles != nil || e.Is != "" && len(e.Func) > 0 || len(e.Gives) > 0 || e.Route != nil || e.Answers != "" || e.TakesKey || e.Binds ||
		len(e.Func) > 0 && e.spans() || e.Counts != "" || e.Cuts != nil || e.Script != nil
}

// onlyEffects reports whether a row says nothing else, so that it can stand beside another on the same symbol.
func (e *Entry) onlyEffects() bool {
	c := *e
	c.Store, c.Step, c.Effect, c.Is, c.Gives, c.Settles, c.Fleeting = nil, nil, "", "", nil, nil, false
	c.Route, c.Answers, c.TakesKey, c.Binds = nil, "", false, false
	c.Window, c.Horizon, c.Counts, c.Cuts, c.Script = nil, nil, "", nil, nil
	return e.effects() && !c.forFunc()
}

func (e *Entry) checkEffects() error {
	for i := range e.Store {
		if err := e.Store[i].check(); err != nil {
			return err
		}
	}
	if err := e.checkSpans(); err != nil {
		return err
	}
	for _, g := range e.Gives {
		if !handles[g.Handle] || g.At.Root == 0 {
			return fmt.Errorf("gives needs at and a known handle, not %q", g.Handle)
		}
	}
	switch {
	case e.Step != nil && (e.Step.Do != "" && !doings[e.Step.Do] || !conflicts[e.Step.Conflict]):
		return fmt.Errorf("unknown step %q %q", e.Step.Do, e.Step.Conflict)
	case e.Is != "" && !errorKinds[e.Is]:
		return fmt.Errorf("unknown error kind %q", e.Is)
	case e.Settles != nil && !settleKinds[e.Settles.As]:
		return fmt.Errorf("unknown settlement %q", e.Settles.As)
	case e.Settles != nil && !settleTimes[e.Settles.When]:
		return fmt.Errorf("settles when %q", e.Settles.When)
	case e.Fleeting && e.Effect != Publish:
		return errors.New("fleeting is for what is published")
	case e.Effect != "" && !effectKinds[e.Effect]:
		return fmt.Errorf("unknown effect %q", e.Effect)
	case e.Handle != "" && !handles[e.Handle]:
		return fmt.Errorf("unknown handle %q", e.Handle)
	case e.Clause != nil && e.Clause.Is != "conflict" && e.Clause.Is != "lock":
		return fmt.Errorf("unknown clause %q", e.Clause.Is)
	}
	for _, c := range e.Codes {
		if !errorKinds[c.Is] || c.Field == "" || len(c.Values) == 0 {
			return errors.New("codes need a field, a known kind and values")
		}
	}
	return nil
}

func (o *Op) check() error {
	switch {
	case !doings[o.Do]:
		return fmt.Errorf("unknown operation %q", o.Do)
	case !storeClasses[o.Class]:
		return fmt.Errorf("unknown store class %q", o.Class)
	case o.Do == DoText && o.Text == nil:
		return errors.New("do: text needs text")
	case (o.Do == DoChain) != (o.Chain != nil):
		return errors.New("chain is for do: chain, which needs it")
	}
	return nil
}
