// Package locks has locks in memory.
package locks

import (
	"context"
	"sync"
)

// Local implements jobs.Locks with one mutex.
type Local struct{ mu sync.Mutex }

// While holds the mutex.
func (l *Local) While(ctx context.Context, _ string, do func(ctx context.Context) error) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return do(ctx)
}
