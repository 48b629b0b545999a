// Package board has marks on a board of this process.
package board

import (
	"context"
	"sync"
)

// Board implements kilns.Marks.
type Board struct {
	mu    sync.Mutex
	marks map[string]string
}

// New makes an empty board.
func New() *Board { return &Board{marks: map[string]string{}} }

// Potter looks up who has the kiln.
func (b *Board) Potter(_ context.Context, kiln string) (string, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.marks[kiln], nil
}

// Set writes who has the kiln, unless somebody has it.
func (b *Board) Set(_ context.Context, kiln, potter string) (bool, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if _, taken := b.marks[kiln]; taken {
		return false, nil
	}
	b.marks[kiln] = potter
	return true, nil
}

// Drop takes the mark off.
func (b *Board) Drop(_ context.Context, kiln, potter string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.marks[kiln] == potter {
		delete(b.marks, kiln)
	}
	return nil
}
