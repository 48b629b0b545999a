package ruletest

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/idemvet/idemvet/internal/tooltest"
)

// mark is a comment that says what must or must not be found on a line.
type mark struct {
	file string
	line int
	rule string
	want *regexp.Regexp // nil for a miss
	link bool           // only the whole program shows it
	met  bool
}

func TestWants(t *testing.T) {
	for _, dir := range tooltest.Modules(t) {
		t.Run(filepath.Base(dir), func(t *testing.T) {
			marks, err := marks(dir)
			if err != nil {
				t.Fatal(err)
			}
			if len(marks) == 0 {
				t.Fatal("no want comments")
			}
			check(t, marks, tooltest.Findings(t, dir, "--strict", "./..."))
		})
	}
}

// TestNoLink demands that each package alone shows what is not marked as shown by the whole program, and nothing of the rest.
func TestNoLink(t *testing.T) {
	tooltest.Fetch(t, tooltest.All)
	marks, err := marks(tooltest.All)
	if err != nil {
		t.Fatal(err)
	}
	alone := slices.DeleteFunc(slices.Clone(marks), func(m *mark) bool { return m.link })
	if len(alone) == len(marks) {
		t.Fatal("no line is marked as shown by the whole program")
	}
	check(t, alone, tooltest.Findings(t, tooltest.All, "--strict", "--no-link", "./..."))
}

// check matches findings with marks both ways.
func check(t *testing.T, marks []*mark, found []tooltest.Finding) {
	for _, f := range found {
		if m := meet(marks, f); m == nil {
			t.Errorf("unexpected: %s", f)
		} else if m.want == nil {
			t.Errorf("%s:%d: %s is found now: turn the miss into a want", m.file, m.line, m.rule)
		}
	}
	for _, m := range marks {
		if m.want != nil && !m.met {
			t.Errorf("%s:%d: missing %s matching %q", m.file, m.line, m.rule, m.want)
		}
	}
}

// meet finds the mark that a finding answers. A mark answers one finding.
func meet(marks []*mark, f tooltest.Finding) *mark {
	for _, m := range marks {
		if !m.met && m.file == f.File && m.line == f.Line && m.rule == f.Rule && (m.want == nil || m.want.MatchString(f.Message)) {
			m.met = true
			return m
		}
	}
	return nil
}

// marks reads the comments of a module's Go files; nested modules are others' business.
func marks(dir string) ([]*mark, error) {
	var all []*mark
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			_, nested := os.Stat(filepath.Join(path, "go.mod"))
			if path != dir && nested == nil {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(path, ".go") {
			return nil
		}
		rel, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		found, err := parse(filepath.ToSlash(rel), string(text))
		all = append(all, found...)
		return err
	})
	return all, err
}

var (
	wantComment = regexp.MustCompile("// (?:(want) (.+)|(linked) ([\"`].+))$")
	ruleID      = regexp.MustCompile(`^IDV\d{3}$`)
	missComment = regexp.MustCompile(`// miss: (IDV\d{3}) \S`)
)

// parse reads the marks of one file.
func parse(file, text string) ([]*mark, error) {
	var out []*mark
	for i, line := range strings.Split(text, "\n") {
		number := i + 1
		if m := wantComment.FindStringSubmatch(strings.TrimRight(line, "\r")); m != nil {
			word := m[1] + m[3]
			wants, err := wants(m[2] + m[4])
			if err != nil {
				return nil, fmt.Errorf("%s:%d: %w", file, number, err)
			}
			about := number
			if strings.HasPrefix(strings.TrimSpace(line), "// "+word) {
				about++
			}
			for _, w := range wants {
				w.file, w.line, w.link = file, about, word == "linked"
				out = append(out, w)
			}
		}
		if !strings.Contains(line, "// miss:") {
			continue
		}
		m := missComment.FindStringSubmatch(line)
		if m == nil || filepath.Base(file) != "limits.go" {
			return nil, fmt.Errorf("%s:%d: a miss is written // miss: RULE reason, in a file named limits.go", file, number)
		}
		out = append(out, &mark{file: file, line: number, rule: m[1]})
	}
	return out, nil
}

// wants reads quoted words "RULE: regexp", or "RULE" when the message does not matter.
func wants(text string) ([]*mark, error) {
	var out []*mark
	for text = strings.TrimSpace(text); text != "" && !strings.HasPrefix(text, "//"); text = strings.TrimSpace(text) {
		quoted, err := strconv.QuotedPrefix(text)
		if err != nil {
			return nil, fmt.Errorf("want: %q is not a quoted string", text)
		}
		text = text[len(quoted):]
		word, err := strconv.Unquote(quoted)
		if err != nil {
			return nil, err
		}
		rule, expr, _ := strings.Cut(word, ": ")
		if !ruleID.MatchString(rule) {
			return nil, fmt.Errorf("want: %q has no rule in front", word)
		}
		re, err := regexp.Compile(expr)
		if err != nil {
			return nil, err
		}
		out = append(out, &mark{rule: rule, want: re})
	}
	return out, nil
}

func TestParse(t *testing.T) {
	if got, err := parse("a.go", "\t// want \"IDV101\"\n\tf()\n"); err != nil || len(got) != 1 || got[0].line != 2 {
		t.Errorf("a want on its own line: %v, %v", got, err)
	}
	got, err := parse("p/limits.go", "f() // want \"IDV101: a.b\" `IDV201: c` // note\ng() // miss: IDV101 reason\n")
	if more, err := parse("a.go", "f() // linked \"IDV301: x\"\n"); err != nil || len(more) != 1 || !more[0].link {
		t.Errorf("a line that the whole program shows: %v, %v", more, err)
	}
	if err != nil || len(got) != 3 || got[0].rule != "IDV101" || got[1].rule != "IDV201" || got[2].want != nil || got[2].line != 2 {
		t.Errorf("got %v, %v", got, err)
	}
	for _, bad := range []string{`f() // want IDV101`, `f() // want "x"`, `f() // want "IDV101: ("`, "f() // miss: because"} {
		if _, err := parse("p/limits.go", bad); err == nil {
			t.Errorf("%q: no error", bad)
		}
	}
	if _, err := parse("p/bad.go", "f() // miss: IDV101 reason"); err == nil {
		t.Error("a miss outside limits.go: no error")
	}
}
