package paritytest

import (
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/idemvet/idemvet/internal/golangcitest"
	"github.com/idemvet/idemvet/internal/tooltest"
)

// number begins a cell of the table of exit statuses, unless the status is told in words.
var number = regexp.MustCompile(`^\**(\d)\b`)

// promised reads the row of a driver in the table of exit statuses in docs/drivers.md.
func promised(t *testing.T, driver string) []int {
	t.Helper()
	_, text, _ := strings.Cut(tooltest.Read(t, filepath.Join(tooltest.Root, "docs", "drivers.md")), "\n## Exit status\n")
	for line := range strings.Lines(text) {
		cells := strings.Split(strings.Trim(line, "|\n "), "|")
		if strings.Trim(cells[0], " `") != driver {
			continue
		}
		var out []int
		for _, cell := range cells[1:] {
			m := number.FindStringSubmatch(strings.TrimSpace(cell))
			if m == nil {
				out = append(out, -1)
				continue
			}
			n, err := strconv.Atoi(m[1])
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, n)
		}
		return out
	}
	t.Fatalf("docs/drivers.md promises nothing of %s", driver)
	return nil
}

// TestExitStatus holds docs/drivers.md against the drivers that are processes.
func TestExitStatus(t *testing.T) {
	const (
		clean = iota
		findings
		broken
		gaveUp // cannot be brought about from outside
		setting
		unknown
	)
	mod := map[string]string{"go.mod": "module example.com/kiosk\n\ngo 1.26.0\n"}
	with := func(name, text string) string {
		return tooltest.Write(t, map[string]string{"go.mod": mod["go.mod"], name: text})
	}
	dirs := map[int]string{
		clean:    with("kiosk.go", "package kiosk\n"),
		findings: with("kiosk.go", tooltest.Payment),
		broken:   with("kiosk.go", "package kiosk\n\nvar x int = \"\"\n"),
	}
	dirs[setting], dirs[unknown] = dirs[clean], dirs[clean]
	for _, x := range []struct {
		driver string
		run    func(dir string, args ...string) tooltest.Result
		wrong  map[int][]string // arguments with a mistake
	}{
		{
			"idemvet",
			func(dir string, args ...string) tooltest.Result { return tooltest.Idemvet(t, dir, args...) },
			map[int][]string{setting: {"--select=IDV9"}, unknown: {"--nonesuch"}},
		},
		{
			"go vet",
			func(dir string, args ...string) tooltest.Result {
				return tooltest.Execute(t, dir, []string{"GOWORK=off"}, "go", append([]string{"vet", "-vettool=" + tooltest.Tool(t)}, append(args, "./...")...)...)
			},
			map[int][]string{setting: {"-select=IDV9"}, unknown: {"-nonesuch"}},
		},
		{
			"go vet -json",
			func(dir string, args ...string) tooltest.Result {
				return tooltest.Execute(t, dir, []string{"GOWORK=off"}, "go", append([]string{"vet", "-vettool=" + tooltest.Tool(t), "-json"}, append(args, "./...")...)...)
			},
			map[int][]string{setting: {"-select=IDV9"}, unknown: {"-nonesuch"}},
		},
		{
			"golangci-lint",
			func(dir string, args ...string) tooltest.Result {
				settings := ""
				if len(args) > 0 && args[0] == "settings" {
					settings, args = "{selekt: all}", nil
				}
				conf := tooltest.Write(t, map[string]string{".golangci.yml": golangcitest.Config(settings)})
				return golangcitest.Run(t, dir, append([]string{"--config=" + filepath.Join(conf, ".golangci.yml"), "./..."}, args...)...)
			},
			map[int][]string{setting: {"settings"}, unknown: {"--nonesuch"}},
		},
	} {
		for what, want := range promised(t, x.driver) {
			if what == gaveUp {
				continue
			}
			if res := x.run(dirs[what], x.wrong[what]...); res.Code != want {
				t.Errorf("%s, column %d: exit status %d, promised %d\n%s%s", x.driver, what+1, res.Code, want, res.Stdout, res.Stderr)
			}
		}
	}
}
