package output

import (
	"fmt"
	"io"

	"github.com/idemvet/idemvet/internal/report"
	"github.com/idemvet/idemvet/internal/rule"
)

// codeQuality is one entry of a GitLab Code Quality report.
type codeQuality struct {
	Description string          `json:"description"`
	CheckName   string          `json:"check_name"`
	Fingerprint string          `json:"fingerprint"`
	Severity    string          `json:"severity"`
	Location    qualityLocation `json:"location"`
}

type qualityLocation struct {
	Path  string       `json:"path"`
	Lines qualityLines `json:"lines"`
}

type qualityLines struct {
	Begin int `json:"begin"`
	End   int `json:"end"`
}

// GitLab prints a Code Quality report. A package that was not analysed has no place in it: each entry needs a file.
func GitLab(w io.Writer, r *report.Report, o Options) error {
	entries := []codeQuality{}
	seen := map[string]int{}
	for f := range counted(r) {
		last, _ := end(f.At)
		entries = append(entries, codeQuality{
			Description: title(f) + ": " + f.Message,
			CheckName:   f.Rule,
			Fingerprint: distinct(seen, f.Fingerprint),
			Severity:    quality(f.Severity),
			Location:    qualityLocation{o.path(f.Source), qualityLines{f.At.Line, last}},
		})
	}
	return writeJSON(w, entries)
}

// distinct makes a fingerprint unique: GitLab shows the first of equal ones only.
func distinct(seen map[string]int, fingerprint string) string {
	seen[fingerprint]++
	if n := seen[fingerprint]; n > 1 {
		return fmt.Sprintf("%s:%d", fingerprint, n)
	}
	return fingerprint
}

// quality is a severity on GitLab's scale of info, minor, major, critical and blocker.
func quality(s rule.Severity) string {
	switch s {
	case rule.Error:
		return "critical"
	case rule.Warning:
		return "major"
	}
	return "info"
}
