package docgen_test

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/idemvet/idemvet/analyzers"
	"github.com/idemvet/idemvet/internal/docgen"
	"github.com/idemvet/idemvet/internal/suppress"
)

// layout is the order of the sections of a rule's page. The first tells the story of the harm, and each rule names it in its
// own words, beginning with "How".
var layout = []string{"How …", "What it finds", "Bad", "Good", "How to fix", "When it is fine", "What it cannot see", "References"}

var (
	step = regexp.MustCompile(`(?m)^(\d+)\. \S`)
	link = regexp.MustCompile(`https://\S+$`)
)

func TestLayoutOfPages(t *testing.T) {
	pages, err := docgen.Pages(root, suppress.Metas(), analyzers.Rules())
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range analyzers.Rules() {
		for _, what := range faults(pages["analyzers/"+r.Name+"/page.md"]) {
			t.Errorf("analyzers/%s/doc.md: %s", r.Name, what)
		}
		if !strings.Contains(pages["analyzers/"+r.Name+"/page.md"], "`//idemvet:ignore "+r.ID+" -- reason`") {
			t.Errorf("analyzers/%s/page.md does not tell how to suppress %s", r.Name, r.ID)
		}
	}
}

// TestLayout proves that each fault of a page is seen.
func TestLayout(t *testing.T) {
	const code = "```go\n## no heading\nf()\n```"
	whole := [][2]string{
		{"How it fails", "1. It runs.\n2. It runs again."}, {"What it finds", "Calls."}, {"Bad", code}, {"Good", "Text.\n\n" + code},
		{"How to fix", "- Mend it."}, {"When it is fine", "Never."}, {"What it cannot see", "- much"}, {"References", "- A book: https://example.com/book"},
	}
	tests := []struct {
		section int
		with    [2]string
		want    string
	}{
		{0, whole[0], ""},
		{0, [2]string{"The story", whole[0][1]}, "section 1 is"},
		{4, [2]string{"Fix", whole[4][1]}, "section 5 is"},
		{0, [2]string{"How it fails", "1. It runs."}, "1 numbered lines"},
		{0, [2]string{"How it fails", "1. a\n2. b\n3. c\n4. d\n5. e\n6. f"}, "6 numbered lines"},
		{0, [2]string{"How it fails", "1. a\n3. c"}, "line 2 of the story has the number 3"},
		{2, [2]string{"Bad", "Text."}, "no code under Bad"},
		{3, [2]string{"Good", "Text."}, "no code under Good"},
		{5, [2]string{"When it is fine", ""}, "nothing under When it is fine"},
		{7, [2]string{"References", "- A book."}, "a reference without a link"},
		{7, [2]string{"References", "A book."}, "no reference"},
	}
	for _, tt := range tests {
		parts := slices.Clone(whole)
		parts[tt.section] = tt.with
		got := strings.Join(faults(page(parts)), "; ")
		if !strings.Contains(got, tt.want) || (tt.want == "") != (got == "") {
			t.Errorf("with %q: %q, want %q", tt.with, got, tt.want)
		}
	}
	if got := faults(page(whole[:7])); len(got) == 0 {
		t.Error("a page without references has no fault")
	}
}

func page(parts [][2]string) string {
	var text strings.Builder
	text.WriteString("# IDV999 sample\n\nIntroduction.\n")
	for _, p := range parts {
		text.WriteString("\n## " + p[0] + "\n\n" + p[1] + "\n")
	}
	return text.String()
}

// faults lists what is wrong with the layout of a page.
func faults(page string) []string {
	titles, bodies := sections(page)
	if len(titles) != len(layout) {
		return []string{fmt.Sprintf("sections are %q, want %q", titles, layout)}
	}
	var list []string
	for i, title := range titles {
		story := i == 0 && strings.HasPrefix(title, "How ") && title != "How to fix"
		if title != layout[i] && !story {
			list = append(list, fmt.Sprintf("section %d is %q, want %q", i+1, title, layout[i]))
		}
		if bodies[i] == "" {
			list = append(list, "nothing under "+title)
		}
		if (title == "Bad" || title == "Good") && !strings.Contains(bodies[i], "```go\n") {
			list = append(list, "no code under "+title)
		}
	}
	return slices.Concat(list, storyFaults(bodies[0]), referenceFaults(bodies[len(bodies)-1]))
}

func storyFaults(story string) []string {
	steps := step.FindAllStringSubmatch(story, -1)
	if len(steps) < 2 || len(steps) > 5 {
		return []string{fmt.Sprintf("the story has %d numbered lines, want 2 to 5", len(steps))}
	}
	for i, s := range steps {
		if s[1] != strconv.Itoa(i+1) {
			return []string{fmt.Sprintf("line %d of the story has the number %s", i+1, s[1])}
		}
	}
	return nil
}

func referenceFaults(references string) []string {
	var list []string
	found := false
	for l := range strings.Lines(references) {
		if l = strings.TrimSpace(l); strings.HasPrefix(l, "- ") {
			found = true
			if !link.MatchString(l) {
				list = append(list, "a reference without a link at its end: "+l)
			}
		}
	}
	if !found {
		list = append(list, "no reference")
	}
	return list
}

// sections splits a page at its headings of the second level; what looks like one in code is none.
func sections(page string) (titles, bodies []string) {
	code := false
	for l := range strings.Lines(page) {
		if strings.HasPrefix(l, "```") {
			code = !code
		}
		if title, ok := strings.CutPrefix(l, "## "); ok && !code {
			titles, bodies = append(titles, strings.TrimSpace(title)), append(bodies, "")
		} else if len(bodies) > 0 {
			bodies[len(bodies)-1] += l
		}
	}
	for i, b := range bodies {
		bodies[i] = strings.TrimSpace(b)
	}
	return titles, bodies
}
