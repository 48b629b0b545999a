package model

import (
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode"

	"go.yaml.in/yaml/v3"
)

const namesFile = "data/names.yaml"

// Hint is a class of name parts.
type Hint string

// Hints.
const (
	TransientHint Hint = "transient" // the outcome is unknown or will change: try again
	RefusalHint   Hint = "refusal"   // the receiver has refused for good, nothing happened
	AttemptHint   Hint = "attempt"   // counts attempts
	QuestionHint  Hint = "question"  // a predicate that does not tell whether something worked
	HandlerHint   Hint = "handler"   // an interface, method, field or variable of what handles whatever comes
	MockHint      Hint = "mock"      // a type that stands in for a real one in tests
	ReadHint      Hint = "read"      // part of a path or method that reads, logs in or checks, whatever its verb
	CreateHint    Hint = "create"    // beginning of an RPC that adds, moves or sends something
	MovingHint    Hint = "moving"    // a column or table that holds what a thing is like at present
	UnorderedHint Hint = "unordered" // a source of messages, by its library or type, that keeps no order of them
	RequestHint   Hint = "request"   // a parameter, as package.Type, of a function that answers HTTP requests
	DedupHint     Hint = "dedup"     // a function or query that looks for, or marks, what was seen before
	TargetHint    Hint = "target"    // a field that says to whom a request goes
	PendingHint   Hint = "pending"   // a function that lists what is not known to be done
	RerunHint     Hint = "rerun"     // a package that runs what it is given again: retries, queues, workflows
	ReleaseHint   Hint = "release"   // gives something back, or says that it failed
	TakeHint      Hint = "take"      // beginning of a function that takes something for a while
	FreeHint      Hint = "free"      // beginning of a function that gives it back
	TermHint      Hint = "term"      // a column that says since when or until when
	TurnHint      Hint = "turn"      // what a lock, a leader, a limiter or a schedule is called
	EntityHint    Hint = "entity"    // a table of things that other things belong to
	OneTimeHint   Hint = "onetime"   // something that may be used once
	NackHint      Hint = "nack"      // a call that gives a message back
	AgainHint     Hint = "again"     // a question whether something can be tried again
	ParkHint      Hint = "park"      // a call that puts aside what has failed, or stops
	LogHint       Hint = "log"       // a call that only tells of something
	StatusesHint  Hint = "statuses"  // a call that answers a request with a status
	MintHint      Hint = "mint"      // a function or package that makes random identities
	SetupHint     Hint = "setup"     // a function that runs when a program starts, or by hand
	MakeHint      Hint = "make"      // beginning of a function that makes something
	StatusHint    Hint = "status"    // a field, getter or column that holds how a request was answered
	AnswerHint    Hint = "answer"    // a method that sets it
	FailedHint    Hint = "failed"    // a state, or the type of a message, that says something failed
	FailureHint   Hint = "failure"   // a state that says something was refused, or has failed for good
	BrokenHint    Hint = "broken"    // a predicate on an answer that is true of refusals and of broken servers
	ReplyHint     Hint = "reply"     // a field that says to whom a message is answered
	SagaHint      Hint = "saga"      // a table or column of the steps of a longer piece of work
	FinalHint     Hint = "final"     // a function that makes an error after which nothing is run again
	EndHint       Hint = "end"       // a column that says until when a record counts
	OutboxHint    Hint = "outbox"    // a table of what is to be sent or done
	HistoryHint   Hint = "history"   // a table of what has happened, kept for people to read
	AsideHint     Hint = "aside"     // what a message is called that may be lost
	RunHint       Hint = "run"       // a table of what was tried, or of what happened to runs
	TallyHint     Hint = "tally"     // a number that says how often something was tried or seen, or which version this is
	TryHint       Hint = "try"       // beginning of a word that says that something was tried
	SumHint       Hint = "sum"       // beginning of a method that returns a value with another added or taken off
	TellHint      Hint = "tell"      // a package or function that only tells people or dashboards
	MetricHint    Hint = "metric"    // a field or variable that counts how often something was tried
	EachHint      Hint = "each"      // beginning of a function that calls a function for each of something
	InsideHint    Hint = "inside"    // beginning of a function that runs the function it is given, and returns its error
	MemberHint    Hint = "member"    // a function that asks whether a list has something
	KeyedHint     Hint = "keyed"     // a function or package that takes idempotency keys
	TrailHint     Hint = "trail"     // a table of what was done, beside the work itself
	CheckHint     Hint = "check"     // a function that checks what it is given, or reads into it
	NotifierHint  Hint = "notifier"  // part of a path to which somebody reports what has happened, under an id of his own
	HorizonHint   Hint = "horizon"   // a constant that says how long somebody goes on trying
	PaceHint      Hint = "pace"      // what limits how often something may happen, whoever asks
)

// MessageIdentity reports whether a field of that name says which message or row it stands in.
func MessageIdentity(field string) bool { return slices.Contains(known().Messages, fold(field)) }

// OwnIdentity reports whether a column of that name holds the identity of its own row, rather than that of a row it belongs to.
func OwnIdentity(column string) bool { return slices.Contains(known().Own, fold(column)) }

// PromisedName reports whether a field of a request with that name promises the caller that a repeat will be recognised.
func PromisedName(name string) bool {
	if kind, ok := IdentityName(name); ok && kind.Identity() {
		return true
	}
	return slices.Contains(known().Promised, fold(name))
}

// Precondition reports whether a header of that name makes a request conditional (RFC 9110 section 13.1).
func Precondition(name string) bool { return slices.Contains(known().Preconds, fold(name)) }

// RowIdentity reports whether a column or field of that name may say which piece of work a row stands for.
func RowIdentity(name string) bool {
	name = fold(name)
	return slices.ContainsFunc(known().Rows, func(end string) bool { return strings.HasSuffix(name, end) })
}

// SignatureHeader reports whether a header of that name bears the signature of who reports something to a webhook.
func SignatureHeader(name string) bool {
	name = fold(name)
	return strings.HasPrefix(name, "x") && slices.ContainsFunc(known().Signed, func(part string) bool { return strings.Contains(name, part) })
}

type names struct {
	Source    string                 `yaml:"source"`
	Identity  map[KeyKind][]string   `yaml:"identity"`
	Hints     map[Hint][]string      `yaml:"hints"`
	Codes     []int64                `yaml:"transient_grpc_codes"`
	Personal  []string               `yaml:"personal"`
	Volatile  []string               `yaml:"volatile"`
	Own       []string               `yaml:"own_identity"`
	Promised  []string               `yaml:"promised"`
	Preconds  []string               `yaml:"preconditions"`
	Rows      []string               `yaml:"row_identity"`
	Messages  []string               `yaml:"message_identity"`
	Signed    []string               `yaml:"signature_headers"`
	Databases map[string][]string    `yaml:"databases"`
	Ids       recognised             `yaml:"recognised"`
	ErrNames  map[ErrorKind][]string `yaml:"error_names"`
	ErrTexts  map[ErrorKind][]string `yaml:"error_texts"`
	States    map[string][]string    `yaml:"states"`
	Outside   []outside              `yaml:"outside"`
	folded    map[string]KeyKind
}

// outside says which interfaces stand for something outside, and which of their methods act there: by the end of the type's name
// and the first word of the method's.
type outside struct {
	Kind  EffectKind `yaml:"kind"`
	Types []string   `yaml:"types"`
	Verbs []string   `yaml:"verbs"`
}

// recognised says which names in a request let its receiver tell a repeat, though nothing promises that it does.
type recognised struct {
	Endings []string `yaml:"endings"`
	Names   []string `yaml:"names"`
	Not     []string `yaml:"not"`
	Intent  []string `yaml:"intent"`
}

// PersonalName reports whether a field or variable of that name holds data about a person: e-mail address, phone number,
// name, card or national id.
func PersonalName(name string) bool {
	name = fold(name)
	for _, word := range known().Personal {
		if strings.HasSuffix(name, word) {
			return true
		}
	}
	return false
}

// MentionsIdentity reports whether a text that is put together by hand names an identity.
func MentionsIdentity(text string) bool {
	text = fold(text)
	for name, kind := range known().folded {
		if kind.Identity() && strings.Contains(text, name) {
			return true
		}
	}
	return false
}

// Database is the database that whoever imports a package talks to: "postgres", "mysql", …; "" where the path does not tell.
func Database(importPath string) string {
	for _, db := range sortedKeys(known().Databases) {
		for _, root := range known().Databases[db] {
			if importPath == root || strings.HasPrefix(importPath, root+"/") {
				return db
			}
		}
	}
	return ""
}

// VolatileHeader reports whether a header differs between two attempts of one request, or between two clients that send it.
func VolatileHeader(name string) bool { return slices.Contains(known().Volatile, fold(name)) }

// IntentName reports whether a variable or field of that name holds what tells one piece of work from another: an id, a
// number, a reference.
func IntentName(name string) bool {
	name = fold(name)
	for _, end := range known().Ids.Intent {
		if strings.HasSuffix(name, end) {
			return true
		}
	}
	return false
}

// RecognisedName reports whether a header, or a field of a body, of that name may let the receiver tell a repeat.
func RecognisedName(name string, body bool) bool {
	name = fold(name)
	r := known().Ids
	if slices.Contains(r.Not, name) || strings.HasPrefix(name, "authorization") {
		return false
	}
	if _, ok := known().folded[name]; ok || slices.Contains(r.Names, name) {
		return true
	}
	for _, end := range r.Endings {
		if !body && strings.HasSuffix(name, end) {
			return true
		}
	}
	return false
}

// known reads names.yaml. The file is embedded and this package's tests check it, so a damaged one never ships.
var known = sync.OnceValue(func() *names {
	n := &names{folded: map[string]KeyKind{}}
	text, err := data.ReadFile(namesFile)
	if err != nil || yaml.Unmarshal(text, n) != nil {
		return n
	}
	for kind, list := range n.Identity {
		for _, name := range list {
			n.folded[fold(name)] = kind
		}
	}
	return n
})

// Identity reports whether a kind names an intent to a receiver, rather than a place in a store.
func (k KeyKind) Identity() bool {
	return k != StoreKey && k != Fingerprint && k != Carried && k != ""
}

// NameHint reports whether a name contains a part of that class. The question, create, make, take, free, try, sum, each, history and aside classes match beginnings only.
func NameHint(h Hint, name string) bool {
	name = strings.ToLower(name)
	for _, part := range known().Hints[h] {
		if beginsWith(h) && strings.HasPrefix(name, part) || !beginsWith(h) && strings.Contains(name, part) {
			return true
		}
	}
	return false
}

// Undoes reports whether one name says that what the other did is undone: unhitch, hitch.
func Undoes(do, undo string) bool { return strings.EqualFold("un"+do, undo) }

func beginsWith(h Hint) bool {
	return h == AsideHint || h == HistoryHint || h == QuestionHint || h == CreateHint || h == MakeHint || h == TakeHint || h == FreeHint || h == TryHint || h == SumHint || h == EachHint || h == InsideHint
}

// IdentityName reports whether a header, map key, field or parameter of that name carries an identity by convention, and
// which. Case, "-", "_" and "." do not count: Idempotency-Key, idempotency_key and IdempotencyKey are one name.
func IdentityName(name string) (KeyKind, bool) {
	if len(name) < 5 || len(name) > 48 {
		return "", false
	}
	k, ok := known().folded[fold(name)]
	return k, ok
}

// ErrorName is the kind of error that a predicate of that name asks for, or "".
func ErrorName(name string) ErrorKind { return errorKind(known().ErrNames, strings.ToLower(name)) }

// ErrorText is the kind of error in whose text such words stand, or "".
func ErrorText(text string) ErrorKind { return errorKind(known().ErrTexts, strings.ToLower(text)) }

func errorKind(words map[ErrorKind][]string, text string) ErrorKind {
	for _, kind := range []ErrorKind{Missing, Exists} {
		for _, w := range words[kind] {
			if strings.Contains(text, w) {
				return kind
			}
		}
	}
	return ""
}

// StateWords are words, as regular expressions, of columns that say that stored work is done, and of states of work that is not.
func StateWords() (done, waiting []string) { return known().States["done"], known().States["waiting"] }

// DoneState reports whether a column, or a state, says that something was done: sent_at, "sent".
func DoneState(name string) bool {
	name = fold(name)
	return slices.ContainsFunc(known().States["done"], func(w string) bool {
		return strings.TrimPrefix(name, "is") == w || strings.TrimSuffix(name, "at") == w || strings.TrimSuffix(name, "on") == w
	})
}

// OutsideName says what a method of an interface does outside, where the interface and the method are named after it: (Mailer).Send.
func OutsideName(iface, method string) (EffectKind, bool) {
	iface, verb := fold(iface), firstWord(method)
	for _, o := range known().Outside {
		if slices.Contains(o.Verbs, verb) && slices.ContainsFunc(o.Types, func(end string) bool { return strings.HasSuffix(iface, end) }) {
			return o.Kind, true
		}
	}
	return "", false
}

// firstWord is the first word of an identifier in lower case: "send" of SendMail.
func firstWord(name string) string {
	for i, r := range name {
		if i > 0 && !unicode.IsLower(r) {
			return strings.ToLower(name[:i])
		}
	}
	return strings.ToLower(name)
}

// TransientCode reports whether a gRPC status code leaves open whether the call was carried out.
func TransientCode(code int64) bool { return slices.Contains(known().Codes, code) }

func fold(s string) string {
	return strings.Map(func(r rune) rune {
		switch r {
		case '-', '_', '.', ' ':
			return -1
		}
		return r
	}, strings.ToLower(s))
}

func sortedKeys[K ~string, V any](m map[K]V) []K { return slices.Sorted(maps.Keys(m)) }
