package effect

import (
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
	// Swallowed: First fails in a transaction, its error is forgiven at Swallow, and Then goes on in the same transaction.
	Swallowed
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
	// Apart says that nothing was seen that does both operations: they are counterparts by what they do and by their names.
	Apart bool
}
