// Package nearest finds the known name that a mistyped one was meant to be.
package nearest

import (
	"fmt"
	"strings"

	"github.com/agnivade/levenshtein"
)

// To returns the known name closest to word, or "" when none is close enough to be a plausible typing mistake.
// Among equally close names the first wins.
func To(word string, known []string) string {
	word = strings.ToLower(word)
	best, distance := "", limit(word)+1
	for _, name := range known {
		if d := levenshtein.ComputeDistance(word, strings.ToLower(name)); d < distance {
			best, distance = name, d
		}
	}
	return best
}

// limit is the number of edits that still counts as a typing mistake: a third of the word, rounded up. Two letters in
// the wrong order are two edits.
func limit(word string) int {
	return (len(word) + 2) / 3
}

// Unknown is the error for a name that is not among the known ones. It names the nearest one,
// or lists them all when they are few and none is near.
func Unknown(what, word string, known []string) error {
	if name := To(word, known); name != "" {
		return fmt.Errorf("unknown %s %q; did you mean %q?", what, word, name)
	}
	if len(known) > 0 && len(known) <= 10 {
		return fmt.Errorf("unknown %s %q; known: %s", what, word, strings.Join(known, ", "))
	}
	return fmt.Errorf("unknown %s %q", what, word)
}
