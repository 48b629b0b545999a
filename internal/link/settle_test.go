package link

import (
	"slices"
	"strings"
	"testing"

	"github.com/idemvet/idemvet/internal/rule"
	"github.com/idemvet/idemvet/internal/unit"
)

func at(pkg string, line int) rule.Place {
	return rule.Place{Pkg: pkg, File: "a.go", Line: line, Column: 2}
}

// finding is one whose path goes through places and ends at the last.
func finding(id string, place rule.Place, path ...rule.Place) rule.Finding {
	f := rule.Finding{Rule: id, At: place, Confidence: rule.High}
	for i, p := range path {
		role := rule.Flow
		if i == len(path)-1 {
			role = rule.Sink
		}
		f.Path = append(f.Path, rule.Step{Role: role, At: p})
	}
	return f
}

// wide is a place with an end, which facts do not keep.
func wide(p rule.Place) rule.Place {
	p.EndLine, p.EndColumn = p.Line, 40
	return p
}

func TestMerge(t *testing.T) {
	u := &Unit{Path: "m/a", Result: &unit.Result{Findings: []rule.Finding{finding("IDV401", at("m/a", 9))}}}
	in := func(list ...rule.Finding) *world { return &world{results: []*unit.Result{{Findings: list}}} }
	always, once := finding("IDV301", at("m/a", 5)), finding("IDV501", at("m/a", 3))
	unseen := &world{results: make([]*unit.Result, 1)}
	tests := []struct {
		name   string
		worlds []*world
		want   string
	}{
		{"all", []*world{in(always), in(always)}, "IDV301 m/a:5 high"},
		{"one of two", []*world{in(always, once), in(always)}, "IDV501 m/a:3 medium, IDV301 m/a:5 high"},
		{"same but for the end", []*world{in(always), in(finding("IDV301", wide(at("m/a", 5))))}, "IDV301 m/a:5 high"},
		{"not looked at in one", []*world{in(always), unseen}, "IDV301 m/a:5 medium, IDV401 m/a:9 medium"},
		{"no longer found", []*world{in(), in()}, ""},
	}
	for _, tt := range tests {
		list, ok := merge(u, 0, tt.worlds)
		var got []string
		for i := range list {
			got = append(got, tell(&list[i]))
		}
		if s := strings.Join(got, ", "); s != tt.want || !ok {
			t.Errorf("%s: %q, %t; want %q", tt.name, s, ok, tt.want)
		}
	}
	if _, ok := merge(u, 0, []*world{unseen}); ok {
		t.Error("a package that was not looked at again has its own findings")
	}
}

// TestSettle gives findings by the package whose analysis told them.
func TestSettle(t *testing.T) {
	tests := []struct {
		name        string
		own, linked map[string][]rule.Finding
		want        string
	}{
		{
			name:   "one that stands elsewhere goes there",
			linked: map[string][]rule.Finding{"m/a": {finding("IDV401", at("m/b", 7))}},
			want:   "IDV401 m/b:7 high",
		},
		{
			name:   "and is not told twice there",
			own:    map[string][]rule.Finding{"m/b": {finding("IDV401", at("m/b", 7))}},
			linked: map[string][]rule.Finding{"m/a": {finding("IDV401", at("m/b", 7))}},
			want:   "IDV401 m/b:7 high",
		},
		{
			name:   "two packages lead to one place",
			linked: map[string][]rule.Finding{"m/a": {finding("IDV401", at("m/b", 7))}, "m/c": {finding("IDV401", at("m/b", 7))}},
			want:   "IDV401 m/b:7 high",
		},
		{
			name:   "another rule on the line stays",
			own:    map[string][]rule.Finding{"m/b": {finding("IDV402", at("m/b", 7))}},
			linked: map[string][]rule.Finding{"m/a": {finding("IDV401", at("m/b", 7))}},
			want:   "IDV401 m/b:7 high, IDV402 m/b:7 high",
		},
		{
			name: "at a call, and told below it",
			own:  map[string][]rule.Finding{"m/b": {finding("IDV401", at("m/b", 7), at("m/b", 7), at("m/c", 3))}},
			linked: map[string][]rule.Finding{
				"m/a": {finding("IDV401", at("m/a", 2), at("m/a", 2), wide(at("m/b", 7)), at("m/c", 3))},
			},
			want: "IDV401 m/b:7 high",
		},
		{
			name: "at a call, and something else is told below it",
			own:  map[string][]rule.Finding{"m/b": {finding("IDV401", at("m/b", 7), at("m/b", 7), at("m/c", 4))}},
			linked: map[string][]rule.Finding{
				"m/a": {finding("IDV401", at("m/a", 2), at("m/a", 2), at("m/b", 7), at("m/c", 3))},
			},
			want: "IDV401 m/a:2 high, IDV401 m/b:7 high",
		},
		{
			name:   "in a library",
			linked: map[string][]rule.Finding{"m/a": {finding("IDV401", at("lib.test/x", 7))}},
			want:   "IDV401 lib.test/x:7 high",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := &program{}
			l := &linker{index: map[string]int{}}
			for i, path := range []string{"m/a", "m/b", "m/c"} {
				p.units = append(p.units, &Unit{Path: path, Result: &unit.Result{Findings: tt.own[path]}})
				l.index[path] = i
			}
			l.units = p.units
			out := &Outcome{Findings: map[string][]rule.Finding{}}
			for path, list := range tt.linked {
				out.Findings[path] = slices.Clone(list)
			}
			l.settle(out)
			if got := strings.Join(p.told(out), ", "); got != tt.want {
				t.Errorf("got %q; want %q", got, tt.want)
			}
		})
	}
}
