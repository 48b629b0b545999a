// Package nearest finds the known name that a mistyped one was meant to be.
package nearest

import (
	"fmt"
	"strings"
)

// To returns the known name closest to word, or "" when none is close enough to be a plausible typing mistake.
// Among equally close names the first wins.
func To(word string, known []string) string {
	word = strings.ToLower(word)
	best, distance := "", limit(word)+1
	for _, name := range known {
		if d := edits([]rune(word), []rune(strings.ToLower(name))); d < distance {
			best, distance = name, d
		}
	}
	return best
}

// edits is the Levenshtein distance. A library would do, but what is embedded in other tools takes this package along, and
// the dependencies of that are kept to a handful.
func edits(a, b []rune) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i, x := range a {
		diagonal := row[0]
		row[0] = i + 1
		for j, y := range b {
			cost := diagonal
			if x != y {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
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
