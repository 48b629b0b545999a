package summary

// deliveries relates what is done for a message, job or call to what its sender is told.
func (b *builder) deliveries() {
	for _, fn := range b.pkg.Funcs {
		w := b.done[fn]
		if w == nil || len(w.ops) > maxOps {
			continue
		}
		w.bySite = nil
		w.stops()
		w.earlyAcks()
		w.keptBack()
	}
}
