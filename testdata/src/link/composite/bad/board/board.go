// Package board shows the last swarm.
package board

import (
	"context"
	"sync/atomic"
)

// Board implements inbox.Handler.
type Board struct{ last atomic.Value }

// Handle shows a swarm.
func (b *Board) Handle(_ context.Context, _ string, data []byte) error {
	b.last.Store(string(data))
	return nil
}
