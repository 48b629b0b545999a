package effect

import (
	"time"

	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/origin"
	"github.com/idemvet/idemvet/internal/source"
)

// Kind says how the operations of a Pair belong together.
type Kind uint8

// Kinds.
const (
	// CheckInsert: Then happens because First found nothing, and works on the same thing.
	CheckInsert Kind = iota + 1
	// Replace: First deletes what Then inserts anew.
	Replace
	// FindCreate: Then is one call that reads and, when it finds nothing, inserts.
	FindCreate
	// OnConflict: Then is an insert with a conflict clause; First is the same.
	OnConflict
	// BurntClaim: First takes something that nothing gives back when Then fails.
	BurntClaim
	// StuckClaim: First takes, without an expiry, what Then gives back when a piece of work is done.
	StuckClaim
	// LateExpiry: First makes what Then gives an expiry, in a step of its own.
	LateExpiry
	// BlindRelease: Then deletes what First took for a time, whoever has it by then.
	BlindRelease
	// IgnoredClaim: Then happens whether or not First, a claim, was won.
	IgnoredClaim
	// Consumed: Then honours what First took without a look at whether it was still there.
	Consumed
	// FailsAgain: First has no effect in a second run, and Then, where that ends as a failure, is the same.
	FailsAgain
	// EffectThenMark: Then is the mark of First, and written apart from it, afterwards.
	EffectThenMark
	// MarkThenEffect: First is the mark of Then, and written apart from it, before.
	MarkThenEffect
	// TwoCommits: First is the mark of Then, in a transaction that is committed after the one of Then.
	TwoCommits
	// MemoryClaim: First, in the memory of the process, is all that keeps Then from happening twice.
	MemoryClaim
	// PoisonedKey: Then stores or tells, as final, an outcome of the moment that First came to.
	PoisonedKey
	// LapsedClaim: Then takes a record for being there whose end First writes, whether or not that has passed.
	LapsedClaim
	// PoolLock: Then takes a lock of a database outside of any transaction and connection; First is the same.
	PoolLock
	// HeedlessLock: Then asks for a lock in a way that its library ignores; First is the same.
	HeedlessLock
	// StrayUnlock: Then unlocks on another session than First locks; First is Then where no lock is in sight.
	StrayUnlock
	// LeftLock: First takes a lock of a session, which Then gives back to its pool without an unlock.
	LeftLock
	// DeadContext: Then gives a lock back with a context that has ended at First, whose Name says by what.
	DeadContext
	// Captured: Then, in code that runs again, is no operation but changes what is around that code, in the way of Change. First is where
	// that was read before, for Moved and Removed.
	Captured
	// ShortWindow: First, or what the library at Window does, remembers what was done for less time than a repeat may take.
	ShortWindow
	// TimeDedup: Then does not happen where First, or a comparison, says that something equal happened a short time ago.
	TimeDedup
	// Swallowed: First fails in a transaction, its error is forgiven at Swallow, and Then goes on in the same transaction.
	Swallowed
	// SendsAgain: Then, outside, is done once more when the code is run again. First is what looks like a guard (see Lack), or Then.
	SendsAgain
	// EffectInTx: Then happens outside while the transaction is open that First begins.
	EffectInTx
	// OuterHandle: Then goes past the transaction that First begins, while that is open.
	OuterHandle
	// UnknownAsFailed: Then records that First was refused (Refuses), or undoes what belongs to it, where First failed and may have been done.
	// Ends is the call that says which state, where Then stands in a helper for all states.
	UnknownAsFailed
	// EffectThenRecord: First happens outside and cannot be taken back, and nothing says before that it is wanted; Then writes it down.
	EffectThenRecord
	// LostEvent: First is committed, and Then tells others of it, in a step of its own that nothing makes up for.
	LostEvent
	// EarlyEvent: First tells others of what Then stores afterwards.
	EarlyEvent
	// LostDelta: Then writes what First read, changed, whatever was written in between.
	LostDelta
	// LostCheck: Then changes what First read, because of what that was, whatever it has become.
	LostCheck
	// LostFields: Then writes back all of what First read, for the sake of a part of it.
	LostFields
	// StaleEvent: Then writes what a message says, whether or not a later message was there first; First is the same.
	StaleEvent
	// AddsAgain: Then adds to what is there each time that the code is run again for the same piece of work; First is what looks like a guard
	// and is none, or the same.
	AddsAgain
	// InsertsAgain: Then inserts one more each time that the code is run again; First as for AddsAgain.
	InsertsAgain
	// StopsShort: a run that learns from First that the work was done before ends at Ends, without Then, which the first run had still to do.
	// Refuses says that the first run returns an error when Then fails.
	StopsShort
	// PutInserts: Then, for a PUT, adds something under an identity that is made for it; First is the same.
	PutInserts
	// GoneAnswer: a DELETE is answered with 404, at Ends, because First found nothing or changed nothing; Then deletes.
	GoneAnswer
	// UnreadKey: Then is done for a request with a key, in Field, that nobody reads; First is the same.
	UnreadKey
	// UnenforcedKey: Then stores the key of a request, in the column Field, with no look whether it is there; First is the same.
	UnenforcedKey
	// UnwrappedRoute: Then is done by the handler of a route that lacks what takes keys for the route at AgainAt; First is the same.
	UnwrappedRoute
	// EarlyAck: First tells the sender of a message that it is done, before Then or although Then has failed; see Ack.
	EarlyAck
	// KeptBack: Then, which is First, has failed, and what is returned at Ends keeps that from whoever would try again; see Kept.
	KeptBack
)

// Guard is what stands between two runs that meet.
type Guard uint8

// Guards, from the weakest.
const (
	NoGuard Guard = iota
	Mutex         // of this process, around a store that other processes share
)

// Pair is two operations of one function that together decide something.
type Pair struct {
	Kind        Kind
	First, Then Op
	Func        string
	Guard       Guard
	// Refuses says that an error is returned when First finds something: the caller relies on there being but one.
	Refuses bool
	Cols    []string // by which First looked, where they are known
	Value   []origin.Origin
	Swallow source.Place // where an error is forgiven
	// Ends is where the function returns, for BurntClaim; Released says that it gives the claim back on another way.
	Ends     source.Place
	Released bool
	// How, at Ends, a second run fails, and why there is one, for FailsAgain.
	How, Again string
	AgainAt    source.Place
	// Apart says that nothing was seen that does both operations: they are counterparts by what they do and by their names.
	Apart bool
	// Change says how, for Captured; Commits says that a transaction is committed after it.
	Change  Change
	Commits bool
	// Ack says how the work of a message can get lost, for EarlyAck; Kept what is returned in place of a failure, for KeptBack.
	Ack  Ack
	Kept Kept
	// Poison says what is final, for PoisonedKey.
	Poison Poison
	// Lack is what First lacks, and Regime why the code is run again, for AddsAgain and InsertsAgain.
	Lack   Lack
	Regime model.Regime
	// Stable are the columns that hold the same in a second run, for InsertsAgain; Identified says that one of them may name the work.
	Stable     []string
	Identified bool
	// Elsewhere says that the next run asks another to do the same.
	Elsewhere bool
	// Column is what is changed, for lost updates, where that is known.
	Column string
	// Record says why Then is taken for the record of First, for EffectThenRecord.
	Record Record
	// TxAgain says that whoever runs the transaction runs it once more after a conflict.
	TxAgain bool
	// Outer says how it is known that Then goes past the transaction, for OuterHandle.
	Outer Outer
	// Unused says of a lock that a helper takes that nothing is written after it: the helper may lock for its other callers.
	Unused bool
	// Route is the method and path of the requests that the function serves, and RouteAt where that is told.
	Route   string
	RouteAt source.Place
	// Field bears the key, and FieldAt is where it is declared. Plain says that its name can mean nothing else, and that what is made gets an
	// identity of its own.
	Field   string
	FieldAt source.Place
	Plain   bool
	// Window is how long a repeat is recognised, and Horizon how late one can come, for ShortWindow; for TimeDedup, Window is how
	// close in time two things are that count as one.
	Window, Horizon Span
}

// Span is a length of time that the program states.
type Span struct {
	Lasts time.Duration
	Of    model.SpanOf // or "" where no row says so
	Name  string       // of the option, field, column or constant
	At    source.Place
}

// GivenHorizon is the Name of a Span that the user states, and not the program.
const GivenHorizon = "the horizon in the configuration"

// Record is why a write is taken for the record of an effect.
type Record uint8

// Reasons, from the weakest.
const (
	SetsDone    Record = iota + 1 // it says that something was done
	SameSubject                   // a new record of what the effect is about
	HoldsResult                   // it holds what the effect answered
)

// Outer says how it is known that an operation goes past a transaction.
type Outer uint8

// Ways, from the weakest.
const (
	OtherPool    Outer = iota + 1 // another pool is used, which may lead to another database
	LikePool                      // one is used that is called like the one from which the transaction was begun
	OuterContext                  // the context is that from outside
	SamePool                      // the very handle is used from which the transaction was begun
)

// Ack is how the work of a message that is acknowledged can get lost.
type Ack uint8

// Ways.
const (
	AckFirst  Ack = iota + 1 // it is done afterwards
	AckThough                // it has failed
	AckBehind                // it is left to a goroutine, or to whoever reads a channel
	AckReturn                // it goes on in a goroutine, and the return acknowledges
)

// Kept is what is returned in place of a failure.
type Kept uint8

// Kinds of returns.
const (
	SaysNil   Kept = iota + 1 // no error
	SaysOther                 // another error
)

// Poison is an outcome of the moment that is taken for final.
type Poison uint8

// Outcomes.
const (
	Recorded    Poison = iota + 1 // what a handler answered, whatever that was
	ErrorStored                   // an error, or what it was turned into
	FailedState                   // a state that means failure
	BadStatus                     // a status that means trouble
	FailedReply                   // a reply that says it failed
	FinalError                    // an error that says it is of no use to try again
)

// Lack says what a guard lacks that stands before something which must not happen twice.
type Lack uint8

// Lacks.
const (
	NoGuardSeen   Lack = iota
	InMemory           // it is gone when the process ends, and another process does not have it
	OutcomeUnread      // nobody asks who won
	ByDelivery         // its key is another one in each delivery
)
