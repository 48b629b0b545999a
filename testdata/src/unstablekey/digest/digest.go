// Package digest computes digests for its callers.
package digest

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"maps"
	"slices"
)

// Of bytes.
func Of(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// Loose feeds a map into a hash as it comes.
func Loose(m map[string]string) string {
	h := sha256.New()
	for k, v := range m {
		_, _ = io.WriteString(h, k+"="+v+"\n")
	}
	return hex.EncodeToString(h.Sum(nil))
}

// Sorted feeds a map into a hash in the order of its keys.
func Sorted(m map[string]string) string {
	h := sha256.New()
	for _, k := range slices.Sorted(maps.Keys(m)) {
		_, _ = io.WriteString(h, k+"="+m[k]+"\n")
	}
	return hex.EncodeToString(h.Sum(nil))
}
