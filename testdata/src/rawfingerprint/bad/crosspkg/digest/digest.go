// Package digest shortens bytes. Nothing is wrong with it.
package digest

import (
	"crypto/sha256"
	"encoding/hex"
)

// Of returns the digest of parts in their order.
func Of(parts ...[]byte) string {
	h := sha256.New()
	for _, p := range parts {
		h.Write(p)
	}
	return hex.EncodeToString(h.Sum(nil))
}
