// Package memory keeps vouchers in memory, for the demo.
package memory

import (
	"context"
	"sync"
)

// Memory implements vouchers.Claims.
type Memory struct {
	mu  sync.Mutex
	had map[string]bool
}

// NewMemory makes an empty store.
func NewMemory() *Memory { return &Memory{had: map[string]bool{}} }

// Had looks a guest up.
func (m *Memory) Had(_ context.Context, guest string) (bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.had[guest], nil
}

// Note writes a guest.
func (m *Memory) Note(_ context.Context, guest string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.had[guest] = true
	return nil
}
