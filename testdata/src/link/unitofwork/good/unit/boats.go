package unit

import "context"

// Let writes who rents the boat, and reports whether it was free.
func (b *boats) Let(ctx context.Context, boat, skipper string) (bool, error) {
	tag, err := b.tx.Exec(ctx, `INSERT INTO rowing_lets (boat, skipper) VALUES ($1, $2) ON CONFLICT (boat) DO NOTHING`, boat, skipper)
	return tag.RowsAffected() == 1, err
}
