// Package crew counts trips that the crew types.
package crew

import (
	"context"
	"database/sql"
)

// Crew has the verb.
type Crew struct{ DB *sql.DB }

// Trip counts a trip.
func (c *Crew) Trip(ctx context.Context, _ string, data []byte) error {
	_, err := c.DB.ExecContext(ctx, `UPDATE boat_trips SET trips = trips + 1 WHERE name = $1`, string(data))
	return err
}
