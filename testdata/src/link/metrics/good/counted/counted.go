// Package counted counts mails, good ones and failed ones.
package counted

import (
	"sync/atomic"

	"example.com/cases/link/metrics/good/reminders"
)

// Counted is in front of other notes.
type Counted struct {
	next         reminders.Notes
	sent, failed atomic.Int64
}

// New puts a counter in front of next.
func New(next reminders.Notes) *Counted { return &Counted{next: next} }
