// Package baseline keeps which findings are known, in a file beside the code or for the length of one run.
//
// Findings are counted by group: rule, package, function and subject, and how many there are. Entries per fingerprint were
// rejected, because a fingerprint holds the ordinal among equals: whoever mended the first of two equal findings would be
// told of the second one as new. The price is that of equal findings nobody can say which are the old ones: if a group
// grew, the last ones in the source are told, and one that is mended while another is added goes unseen.
//
// Lines and directories are left out, so a file changes only where findings come and go.
package baseline

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strconv"

	"github.com/idemvet/idemvet/internal/report"
)

// Name is the file that commands use if they are given none.
const Name = ".idemvet-baseline.json"

// version is that of the file format.
const version = 1

// Baseline is a set of known findings.
type Baseline struct {
	Tool    string  // name and version of the program that wrote it
	Entries []Entry // sorted by package, file, rule, function and fingerprint
}

// Entry is a group of equal findings.
type Entry struct {
	Fingerprint string `json:"fingerprint"` // of the first of them, which no other group can have
	Rule        string `json:"rule"`
	Package     string `json:"package"` // import path
	File        string `json:"file"`    // in the directory of the package, where the first of them stood; for readers only
	Function    string `json:"function"`
	Count       int    `json:"count"` // at least 1
}

// New counts the findings that are not suppressed. Findings must be in source order.
func New(tool string, findings []report.Finding) *Baseline {
	groups := map[string]*Entry{}
	for i := range findings {
		f := &findings[i]
		if f.Suppressed != nil {
			continue
		}
		e := groups[f.Group]
		if e == nil {
			e = &Entry{Fingerprint: f.Group, Rule: f.Rule, Package: f.At.Pkg, File: f.At.File, Function: f.Function}
			groups[f.Group] = e
		}
		e.Count++
	}
	b := &Baseline{Tool: tool}
	for _, e := range groups {
		b.Entries = append(b.Entries, *e)
	}
	slices.SortFunc(b.Entries, compare)
	return b
}

func compare(a, b Entry) int {
	return cmp.Or(
		cmp.Compare(a.Package, b.Package), cmp.Compare(a.File, b.File), cmp.Compare(a.Rule, b.Rule),
		cmp.Compare(a.Function, b.Function), cmp.Compare(a.Fingerprint, b.Fingerprint))
}

// Findings is how many findings are known.
func (b *Baseline) Findings() int {
	n := 0
	for _, e := range b.Entries {
		n += e.Count
	}
	return n
}

// Apply marks the findings that are known. They must be those that were asked for, in source order: one that nobody asked
// for must not use up what is known of its group. The same holds for a suppressed one. One that is known already uses up its
// share, so that the outcome does not depend on the order in which baselines are applied.
func (b *Baseline) Apply(findings []report.Finding) {
	left := b.counts()
	for i := range findings {
		if f := &findings[i]; f.Suppressed == nil && left[f.Group] > 0 {
			left[f.Group]--
			f.Known = true
		}
	}
}

func (b *Baseline) counts() map[string]int {
	n := make(map[string]int, len(b.Entries))
	for _, e := range b.Entries {
		n[e.Fingerprint] = e.Count
	}
	return n
}

// Stale lists what is in the baseline and no longer found. The count of an entry is how many of its findings are gone.
// Findings are all that there are: those that nobody asked for and those that are suppressed keep an entry alive. Entries
// that this run could not have found again are left out: covers tells which it could.
func (b *Baseline) Stale(findings []report.Finding, covers func(Entry) bool) []Entry {
	gone := b.counts()
	for i := range findings {
		gone[findings[i].Group]--
	}
	var stale []Entry
	for _, e := range b.Entries {
		if n := gone[e.Fingerprint]; n > 0 && covers(e) {
			e.Count = n
			stale = append(stale, e)
		}
	}
	return stale
}

// Without is the baseline less what is stale. The entries that stay are not touched.
func (b *Baseline) Without(stale []Entry) *Baseline {
	left := b.counts()
	for _, e := range stale {
		left[e.Fingerprint] -= e.Count
	}
	out := &Baseline{Tool: b.Tool}
	for _, e := range b.Entries {
		if e.Count = left[e.Fingerprint]; e.Count > 0 {
			out.Entries = append(out.Entries, e)
		}
	}
	return out
}

// Encode is the file: one entry a line, so that a diff shows which findings came and went, and merges seldom meet.
func (b *Baseline) Encode() []byte {
	var buf bytes.Buffer
	buf.WriteString("{\n  \"version\": " + strconv.Itoa(version) + ",\n  \"tool\": ")
	buf.Write(line(b.Tool))
	buf.WriteString(",\n  \"findings\": [")
	for i, e := range b.Entries {
		if i > 0 {
			buf.WriteByte(',')
		}
		buf.WriteString("\n    ")
		buf.Write(line(e))
	}
	if len(b.Entries) > 0 {
		buf.WriteString("\n  ")
	}
	buf.WriteString("]\n}\n")
	return buf.Bytes()
}

// line is a value as JSON without a line break, its < and > readable.
func line(v any) []byte {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic(err) // strings and a number always encode
	}
	return bytes.TrimSpace(buf.Bytes())
}
