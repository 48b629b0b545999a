package marks

import (
	"context"
	"time"
)

const day = 24 * time.Hour

// Set writes who has the kiln, for a day.
func (r *Redis) Set(ctx context.Context, kiln, potter string) (bool, error) {
	err := r.Client.Set(ctx, "kiln:"+kiln, potter, day).Err()
	return err == nil, err
}
