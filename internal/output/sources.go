package output

import (
	"strings"
	"unicode/utf16"
)

// sources reads files once and splits them into lines.
type sources struct {
	read  func(string) ([]byte, error)
	files map[string][]string
}

// lines returns the lines of a file, or none when it cannot be read.
func (s *sources) lines(path string) []string {
	if lines, ok := s.files[path]; ok {
		return lines
	}
	var lines []string
	if path != "" {
		if data, err := s.read(path); err == nil {
			lines = strings.Split(strings.ReplaceAll(string(data), "\r\n", "\n"), "\n")
		}
	}
	if s.files == nil {
		s.files = map[string][]string{}
	}
	s.files[path] = lines
	return lines
}

// text returns what lies between two positions; false when the file does not have them, or has them in another order.
func (s *sources) text(path string, from, to position) (string, bool) {
	lines := s.lines(path)
	if from.Line < 1 || from.Line > to.Line || to.Line > len(lines) {
		return "", false
	}
	first, last := lines[from.Line-1], lines[to.Line-1]
	start, stop := from.Column-1, to.Column-1
	if start < 0 || start > len(first) || stop < 0 || stop > len(last) {
		return "", false
	}
	if from.Line == to.Line {
		if start > stop {
			return "", false
		}
		return first[start:stop], true
	}
	middle := append([]string{first[start:]}, lines[from.Line:to.Line-1]...)
	return strings.Join(append(middle, last[:stop]), "\n"), true
}

// utf16Column turns a column in bytes into one in UTF-16 code units, both from 1, and no further than the end of the
// line. Without the line the column stays as it is.
func (s *sources) utf16Column(path string, line, column int) int {
	lines := s.lines(path)
	if line < 1 || line > len(lines) {
		return max(column, 1)
	}
	units := 1
	for _, r := range lines[line-1][:min(max(column-1, 0), len(lines[line-1]))] {
		units += utf16.RuneLen(r)
	}
	return units
}

// length is how many bytes a line has; 0 when the file does not have it.
func (s *sources) length(path string, line int) int {
	lines := s.lines(path)
	if line < 1 || line > len(lines) {
		return 0
	}
	return len(lines[line-1])
}
