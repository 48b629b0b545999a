package boats

import "context"

// one writes the next version. The store inserts the first one, and no message that comes again is told to.
func (h *Harbour) one(ctx context.Context, e Event) error {
	s, err := h.Streams.Load(ctx, e.Boat)
	if err != nil {
		return err
	}
	s.Berth = e.Berth
	return h.Streams.Save(ctx, e.Boat, s)
}
