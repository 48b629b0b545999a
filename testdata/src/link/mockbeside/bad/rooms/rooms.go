// Package rooms gives rooms of a guest house. The real book claims badly; what stands in for it in tests is no candidate.
package rooms

import "context"

// Book keeps who sleeps where.
type Book interface {
	Guest(ctx context.Context, room string) (string, error)
	Enter(ctx context.Context, room, guest string) error
}

// House is the use case.
type House struct{ book Book }

// New opens the house.
func New(b Book) *House { return &House{book: b} }

// Give enters the guest unless the room is taken.
func (h *House) Give(ctx context.Context, room, guest string) (bool, error) {
	who, err := h.book.Guest(ctx, room)
	if err != nil {
		return false, err
	}
	if who != "" {
		return who == guest, nil
	}
	return true, h.book.Enter(ctx, room, guest) // linked "IDV301: guest_rooms"
}
