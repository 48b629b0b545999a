package main

import (
	"io"
	"slices"
	"strings"
	"time"

	"github.com/idemvet/idemvet/analyzers"
	"github.com/idemvet/idemvet/internal/report"
	"github.com/idemvet/idemvet/internal/rule"
	"github.com/idemvet/idemvet/internal/suppress"
	"github.com/idemvet/idemvet/internal/vettool"
)

// vet answers the go command.
func vet(args []string, stdout, stderr io.Writer) int {
	return vettool.Main(args, "", vettool.Options{Rules: analyzers.Rules(), Metas: metas(), Filter: wanted, Stdout: stdout, Stderr: stderr})
}

// wanted keeps the findings that the flags of go vet ask for, by the same measure as the main job.
func wanted(u vettool.Unit) ([]rule.Finding, error) {
	selection, err := report.Select(metas(), words(u.Flags.Select), words(u.Flags.Ignore))
	if err != nil {
		return nil, err
	}
	confidence := newChoice("confidence", string(rule.Medium), confidences...)
	if u.Flags.Confidence != "" {
		if err := confidence.Set(u.Flags.Confidence); err != nil {
			return nil, err
		}
	}
	w := report.Wanted{Rules: selection, Confidence: rule.Confidence(confidence.value), Tests: u.Flags.Tests, Generated: u.Flags.Generated}
	// What suppresses nothing here may be needed for what only the whole program shows, so that is not told.
	meant := suppress.New(u.Comments, metas(), time.Now())
	found := append(slices.Clone(u.Findings), meant.Faults()...)
	slices.SortStableFunc(found, func(a, b rule.Finding) int { return a.At.Compare(b.At) })
	return slices.DeleteFunc(found, func(f rule.Finding) bool {
		return meant.Find(&f) != nil || !w.Has(&f, slices.Contains(u.Generated, f.At.File))
	}), nil
}

// words splits a list that is written with commas.
func words(list string) []string {
	return strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == ' ' })
}
