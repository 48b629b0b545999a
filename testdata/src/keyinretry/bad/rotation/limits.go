package rotation

import (
	"context"

	"github.com/google/uuid"
)

// cleared forgets the key on the failure path, so the next turn makes another.
func cleared(ctx context.Context, m meter, id string) error {
	key := ""
	for {
		if key == "" {
			key = uuid.NewString()
		}
		err := m.TopUp(ctx, id, key) // miss: IDV101 state that one path of a turn clears counts as kept
		if err == nil {
			return nil
		}
		key = ""
		if ctx.Err() != nil {
			return err
		}
	}
}
