package docgen

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

var (
	example = regexp.MustCompile(`^<!-- example: (\S+?)#(\S+) -->\s*$`)
	marker  = regexp.MustCompile(`^\s*// docs:(begin|end) (\S+)\s*$`)
	want    = regexp.MustCompile(`\s*// (want|miss:) .*$`)
)

// reference names a region of a file below testdata/src.
type reference struct{ file, name string }

// directive reads a line of the form <!-- example: keyinretry/bad.go#name -->.
func directive(line string) (reference, bool) {
	m := example.FindStringSubmatch(line)
	if m == nil {
		return reference{}, false
	}
	return reference{m[1], m[2]}, true
}

// cut returns the lines between the markers "// docs:begin NAME" and "// docs:end NAME", without test comments and
// without the indentation that they share.
func cut(root string, ref reference) (string, error) {
	file := "testdata/src/" + ref.file
	text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(file)))
	if err != nil {
		return "", err
	}
	var lines []string
	open, closed := false, false
	for l := range strings.Lines(string(text)) {
		if m := marker.FindStringSubmatch(l); m != nil {
			if m[2] == ref.name {
				open, closed = m[1] == "begin", m[1] == "end"
			}
			continue
		}
		if !open {
			continue
		}
		code := strings.TrimRight(l, "\n")
		if bare := want.ReplaceAllString(code, ""); bare != "" || code == "" {
			lines = append(lines, bare)
		}
	}
	if open || !closed {
		return "", fmt.Errorf("%s has no pair of lines // docs:begin %s, // docs:end %s", file, ref.name, ref.name)
	}
	return dedent(lines), nil
}

// dedent drops the tabs that all lines share and blank lines at both ends.
func dedent(lines []string) string {
	margin := -1
	for _, l := range lines {
		if l = strings.TrimRight(l, "\t "); l == "" {
			continue
		}
		if tabs := len(l) - len(strings.TrimLeft(l, "\t")); margin < 0 || tabs < margin {
			margin = tabs
		}
	}
	for i, l := range lines {
		lines[i] = l[min(len(l), max(0, margin)):]
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n") + "\n"
}
