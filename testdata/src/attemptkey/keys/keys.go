// Package keys composes keys for its callers, well and badly.
package keys

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"
	"time"
)

// Of is the same for the same parts.
func Of(parts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(sum[:])
}

// Stamped adds the time to the parts: no two calls give the same key.
func Stamped(parts ...string) string {
	return Of(append(parts, strconv.FormatInt(time.Now().UnixNano(), 36))...)
}

// Builder collects the parts of a key.
type Builder struct{ parts []string }

// Add appends a part.
func (b *Builder) Add(part string) *Builder {
	b.parts = append(b.parts, part)
	return b
}

// Stamp appends the time.
func (b *Builder) Stamp() *Builder {
	return b.Add(time.Now().UTC().Format("20060102T150405.000000"))
}

// String joins the parts.
func (b *Builder) String() string { return strings.Join(b.parts, ".") }
