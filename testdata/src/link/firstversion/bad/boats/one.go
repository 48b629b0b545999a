package boats

import "context"

// one opens the stream of a boat. A message that comes again is stopped by the key, each time.
func (h *Harbour) one(ctx context.Context, e Event) error {
	return h.Streams.Open(ctx, e.Boat, State{Berth: e.Berth}) // linked "IDV304: boat_streams"
}
