// Package settings holds the times of the market's programs.
package settings

import "time"

const (
	// KeyLife is how long the server knows a key.
	KeyLife = GiveUp + 24*time.Hour
	// GiveUp is when a stall stops sending an order.
	GiveUp = 6 * time.Hour
)
