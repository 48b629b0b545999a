// Package ids makes the identifiers of the shop.
package ids

import (
	"crypto/sha256"
	"encoding/hex"

	"github.com/google/uuid"
)

// NewKey returns a new key. Two calls never return the same one.
func NewKey() string { return "shop-" + uuid.NewString() }

// OrderKey returns the key of an order's payment: the same for the same order, whoever asks and however often.
func OrderKey(orderID string) string {
	sum := sha256.Sum256([]byte("payment/" + orderID))
	return hex.EncodeToString(sum[:])
}
