// Package names makes names for its callers.
package names

import (
	"crypto/sha256"
	"encoding/hex"

	"github.com/google/uuid"
)

// Service is the name of this service.
const Service = "loyalty"

// space is the namespace of all names of this service.
var space = uuid.NewSHA1(uuid.NameSpaceURL, []byte("https://loyalty.example.com"))

// Namespace returns it. It is one value, whoever asks.
func Namespace() uuid.UUID { return space }

// In names a thing in the namespace.
func In(name string) uuid.UUID { return uuid.NewSHA1(space, []byte(name)) }

// Hash of some words.
func Hash(words ...string) string {
	h := sha256.New()
	for _, w := range words {
		h.Write([]byte(w))
		h.Write([]byte{0})
	}
	return hex.EncodeToString(h.Sum(nil))
}
