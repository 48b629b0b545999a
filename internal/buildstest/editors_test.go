package buildstest

import (
	"encoding/json"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/idemvet/idemvet/internal/tooltest"
)

// fence returns the first example in a language on the page about editors.
func fence(t *testing.T, language string) string {
	t.Helper()
	_, rest, ok := strings.Cut(tooltest.Read(t, filepath.Join(tooltest.Root, "docs", "editors.md")), "```"+language+"\n")
	text, _, closed := strings.Cut(rest, "```")
	if !ok || !closed {
		t.Fatalf("no example in %s", language)
	}
	return text
}

// concise is real output of the command of the page: a file below a folder with a space and letters beyond ASCII.
func concise(t *testing.T, args []string) (dir, line string) {
	t.Helper()
	dir = tooltest.Write(t, map[string]string{"go.mod": goMod, "my ñandú/m.go": "package m\n", "my ñandú/zahlen_ü.go": alone("m", "Read")})
	in := filepath.Join(dir, "my ñandú")
	tooltest.Change(t, in, map[string]string{"go.mod": goMod})
	res := tooltest.Execute(t, in, []string{"GOWORK=off"}, tooltest.Tool(t), append([]string{"-C", in}, args...)...)
	if res.Code != 1 || strings.Count(res.Stdout, "\n") != 1 {
		t.Fatalf("exit status %d\n%s%s", res.Code, res.Stdout, res.Stderr)
	}
	return in, strings.TrimSpace(res.Stdout)
}

// TestProblemMatcher runs the command of the task on the page, and reads its output with the pattern of the page.
func TestProblemMatcher(t *testing.T) {
	var file struct {
		Tasks []struct {
			Command string
			Args    []string
			Matcher struct {
				Pattern struct {
					Regexp                                      string
					File, Line, Column, Severity, Message, Code int
				}
			} `json:"problemMatcher"`
		}
	}
	if err := json.Unmarshal([]byte(fence(t, "json")), &file); err != nil {
		t.Fatal(err)
	}
	task := file.Tasks[0]
	p := task.Matcher.Pattern
	pattern := regexp.MustCompile(p.Regexp)
	dir, line := concise(t, task.Args)
	message := line[strings.Index(line, "warning: ")+9 : strings.LastIndex(line, " (")]
	for line, want := range map[string][]string{
		line: {"zahlen_ü.go", "11", "22", "warning", message, "IDV506"},
		`C:\work\my shop\pay.go:1:2: error: made (twice) here: why (IDV101)`:                 {`C:\work\my shop\pay.go`, "1", "2", "error", "made (twice) here: why", "IDV101"},
		"pay/a:b.go:10:20: info: hygiene (IDV105) (suppressed: we know (IDV101) that)":       {"pay/a:b.go", "10", "20", "info", "hygiene", "IDV105"},
		"../pay.go:10:20: info: hygiene (IDV105) (known before)":                             {"../pay.go", "10", "20", "info", "hygiene", "IDV105"},
		"idemvet: example.com/m/pay not analysed: pay.go:3:13: cannot use it: error: no way": nil,
	} {
		m := pattern.FindStringSubmatch(line)
		var got []string
		if m != nil {
			got = []string{m[p.File], m[p.Line], m[p.Column], m[p.Severity], m[p.Message], m[p.Code]}
		}
		if strings.Join(got, "|") != strings.Join(want, "|") {
			t.Errorf("%s\ngot  %q\nwant %q", line, got, want)
		}
	}
	if task.Command != "idemvet" || dir == "" {
		t.Errorf("command %q", task.Command)
	}
}

// TestVim lets Vim read the same output by the settings of the page.
func TestVim(t *testing.T) {
	vim, err := exec.LookPath("vim")
	if err != nil {
		t.Skip("vim is not in PATH")
	}
	settings := fence(t, "vim")
	command, _, _ := strings.Cut(strings.TrimPrefix(settings, "set makeprg="), "\n")
	words := strings.Fields(strings.ReplaceAll(command, `\ `, " "))
	dir, line := concise(t, words[1:])
	tooltest.Change(t, dir, map[string]string{
		"out.txt": line + "\npay/a.go:3:4: error: bad (IDV101)\npay/a.go:5:6: info: so-so (IDV105)\n",
		"set.vim": settings + `cgetfile out.txt
call writefile(map(getqflist(), 'bufname(v:val.bufnr) . "|" . v:val.lnum . "|" . v:val.col . "|" . v:val.type . "|" . v:val.text'), 'got.txt')
qa!
`,
	})
	res := tooltest.Execute(t, dir, []string{"LC_ALL=C.UTF-8"}, vim, "-Nu", "NONE", "-i", "NONE", "-es", "-S", "set.vim")
	_, message, _ := strings.Cut(line, "warning: ")
	want := "zahlen_ü.go|11|22|w|" + message + "\npay/a.go|3|4|e|bad (IDV101)\npay/a.go|5|6|i|so-so (IDV105)\n"
	if got := tooltest.Read(t, filepath.Join(dir, "got.txt")); got != want || words[0] != "idemvet" {
		t.Errorf("exit status %d, got\n%swant\n%s", res.Code, got, want)
	}
}
