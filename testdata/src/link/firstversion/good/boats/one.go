package boats

import "context"

// one opens the stream of a boat that nobody has heard of, and writes the next version of one that is known: a message that comes
// again finds the first version, and does not insert.
func (h *Harbour) one(ctx context.Context, e Event) error {
	s, err := h.Streams.Load(ctx, e.Boat)
	if err != nil {
		return err
	}
	s.Berth = e.Berth
	if s.Version == 0 {
		return h.Streams.Open(ctx, e.Boat, s)
	}
	return h.Streams.Save(ctx, e.Boat, s)
}
