package load

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
)

// Kind tells whose turn it is after a failed Load.
type Kind int

const (
	// Usage means that the request cannot be met as written: no such directory, nothing matched.
	Usage Kind = iota
	// Broken means that the request was fine and the program or the machine is not: a broken go.mod, no go command.
	Broken
)

// Error says in one line what happened, where, and what to do.
type Error struct {
	Kind Kind
	Msg  string
	Err  error // cause, may be nil
}

func (e *Error) Error() string { return e.Msg }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

func usagef(format string, args ...any) *Error {
	return &Error{Kind: Usage, Msg: fmt.Sprintf(format, args...)}
}

func brokenf(cause error, format string, args ...any) *Error {
	return &Error{Kind: Broken, Msg: fmt.Sprintf(format, args...), Err: cause}
}

var blanks = regexp.MustCompile(`\s+`)

// oneLine folds what another program printed into one line. The go command prints "errors parsing go.mod:" and the
// place on the next line, so both are kept; more than 400 bytes never help.
func oneLine(s string) string {
	s = strings.TrimSpace(blanks.ReplaceAllString(s, " "))
	if len(s) > 400 {
		s = strings.ToValidUTF8(s[:400], "") + "…"
	}
	return s
}

// shortPath makes a file name relative to dir when that is shorter, as the go command does in its messages.
func shortPath(dir, file string) string {
	if rel, err := filepath.Rel(dir, file); err == nil && len(rel) < len(file) {
		return filepath.ToSlash(rel)
	}
	return file
}
