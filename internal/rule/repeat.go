package rule

import (
	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/model"
)

// Subject names what an operation that is repeated works on: the table, or the call where the store has none.
func Subject(pkg string, o *effect.Op) string {
	if o.Class == model.KVStore || o.Class == model.ObjectStore {
		return o.Call()
	}
	return o.Seen(pkg)
}

// Repeat says what makes the code around a pair run again, as the subject of a sentence.
func Repeat(p *effect.Pair) string {
	switch p.Regime {
	case model.Redelivered:
		return "a message that is delivered again"
	case model.Replayed:
		return "a step that is run again"
	case model.Keyed:
		return "a request that is repeated under its key"
	case model.Resend:
		return "a row that is taken up again"
	case model.TxRetry:
		return "a transaction that is run again"
	case model.Scheduled:
		return "a second run of the job"
	}
	return "a call that is tried again"
}

// Lacking says why nothing keeps the second run away.
func Lacking(p *effect.Pair) string {
	switch p.Lack {
	case effect.InMemory:
		return "what tells it from the first is in memory only (" + p.First.Object() + ")"
	case effect.OutcomeUnread:
		return "nobody asks what came of the claim on " + p.First.Object()
	case effect.ByDelivery:
		return "the claim on " + p.First.Object() + " is by an id that changes with each delivery"
	}
	return "nothing tells it from the first"
}

// Crash tells the first run, up to where it is not known to have happened.
func Crash(p *effect.Pair, does string) string {
	switch p.Regime {
	case model.Retry:
		return "run 1 " + does + ", and its answer is lost"
	case model.TxRetry:
		return "run 1 " + does + ", and its transaction is rolled back without that"
	case model.Keyed:
		return "run 1 " + does + ", and the answer does not reach the caller, who asks again"
	case model.Resend:
		return "run 1 " + does + ", and is killed before the row is marked"
	case model.Scheduled:
		return "run 1 " + does + " · the job is started once more, by hand or on another server"
	}
	return "run 1 " + does + ", and is killed before that is acknowledged"
}

// RepeatPath tells the guard that lacks something, the calls, the operation, and why it is done again.
func RepeatPath(p *effect.Pair, then string) []Step {
	q := *p
	if p.Lack == effect.NoGuardSeen {
		q.First = effect.Op{}
	}
	steps := PairPath(&q, "no guard: "+Lacking(p), then)
	return append(steps, Step{Role: Region, At: p.AgainAt, Text: p.Again})
}
