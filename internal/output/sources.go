package output

import "strings"

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
