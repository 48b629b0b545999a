// Package settings holds the times of the market's programs.
package settings

import "time"

const (
	// KeyLife is how long the server knows a key.
	KeyLife = 15 * time.Minute
	// GiveUp is when a stall stops sending an order.
	GiveUp = 6 * time.Hour
)
