package marks

import (
	"context"
	"time"
)

const day = 24 * time.Hour

// Set takes the kiln for a day, unless somebody has it.
func (r *Redis) Set(ctx context.Context, kiln, potter string) (bool, error) {
	return r.Client.SetNX(ctx, "kiln:"+kiln, potter, day).Result()
}
