// Package ids makes names for requests.
package ids

import (
	"crypto/rand"
	"encoding/hex"
	"time"
)

// Fresh is new each time.
func Fresh() string {
	var b [16]byte
	_, _ = rand.Read(b[:])
	return hex.EncodeToString(b[:])
}

// Stamped is new each millisecond.
func Stamped(order string) string { return order + "-" + time.Now().Format(time.RFC3339Nano) }

// Of is the same for the same order.
func Of(order string) string { return "order-" + order }

var plugin func() string

// Ticket is drawn by a plug-in.
//
//idemvet:model fresh: random
func Ticket() string { return plugin() }
