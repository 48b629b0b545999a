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

// Note writes a guest, and reports whether the guest is new.
func (m *Memory) Note(_ context.Context, guest string) (bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.had[guest] {
		return false, nil
	}
	m.had[guest] = true
	return true, nil
}
