package pass

import (
	"fmt"
	"path"

	"github.com/idemvet/idemvet/internal/rule"
)

// fold is the message for hosts that show nothing else: with the rule, and with the places of the path in short, as many as a
// message has room for. Those in other files come first, for the others are near. One is told in any case: a reader who sees
// a single line in one file could not find what lies elsewhere.
func fold(f *rule.Finding) string {
	var far, near []string
	told := map[string]bool{short(f.At, f.At): true}
	for _, s := range f.Path {
		at := short(s.At, f.At)
		if told[at] || !s.At.IsValid() {
			continue
		}
		told[at] = true
		if s.At.Pkg == f.At.Pkg && s.At.File == f.At.File {
			near = append(near, at)
		} else {
			far = append(far, at)
		}
	}
	text, id := f.Message, " ("+f.Rule+")"
	for i, at := range append(far, near...) {
		if i == 0 {
			text += "; see " + at
		} else if longer := text + ", " + at; len(longer+id) <= rule.MaxMessage {
			text = longer
		}
	}
	return text + id
}

// short names a place as seen from another: by its line, by file and line, and with the last part of the import path if it lies in
// another package.
func short(at, from rule.Place) string {
	switch {
	case at.Pkg != from.Pkg:
		return fmt.Sprintf("%s:%d", path.Join(path.Base(at.Pkg), at.File), at.Line)
	case at.File != from.File:
		return fmt.Sprintf("%s:%d", at.File, at.Line)
	}
	return fmt.Sprintf("line %d", at.Line)
}
