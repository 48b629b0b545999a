package patch

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/idemvet/idemvet/internal/report"
	"github.com/idemvet/idemvet/internal/rule"
)

var source = report.File{Abs: "/src/a.go", Rel: "a.go"}

// edit replaces part of one line.
func edit(line, from, to int, text string) report.Edit {
	return report.Edit{Source: source, Edit: rule.Edit{Text: text, At: rule.Place{File: "a.go", Line: line, Column: from, EndLine: line, EndColumn: to}}}
}

func finding(edits ...report.Edit) report.Finding {
	return report.Finding{Source: source, Fixes: []report.Fix{{Fix: rule.Fix{Message: "do it", Applicability: rule.SafeFix}, Edits: edits}}}
}

func all(rule.Applicability) bool { return true }

func TestMake(t *testing.T) {
	tests := []struct {
		name, old, want string
		findings        []report.Finding
		applied         int
	}{
		{"formatted", "package a\n\nfunc f() {\n\tg()\n}\n", "package a\n\nfunc f() {\n\th()\n\tg()\n}\n", []report.Finding{finding(edit(4, 2, 2, "h()\n"))}, 1},
		{"spaces stay", "package a\nfunc f() {\n    g( )\n}\n", "package a\nfunc f() {\n    h()\n    g( )\n}\n", []report.Finding{finding(edit(3, 5, 5, "h()\n"))}, 1},
		{"CR LF stays", "package a\r\n\r\nfunc f() {\r\n\tg()\r\n}\r\n", "package a\r\n\r\nfunc f() {\r\n\th()\r\n\tg()\r\n}\r\n", []report.Finding{finding(edit(4, 2, 2, "h()\n"))}, 1},
		{"raw text stays", "package a\nfunc f() {\n    g( )\n}\n", "package a\nfunc f() {\n    h(`\n`)\ng( )\n}\n", []report.Finding{finding(edit(3, 5, 5, "h(`\n`)\n"))}, 1},
		{"one line, one fix", "package a\n\nvar a, b = 1, 2\n", "package a\n\nvar a, b = 3, 2\n", []report.Finding{finding(edit(3, 12, 13, "3")), finding(edit(3, 15, 16, "4"))}, 1},
		{
			"imports that two fixes empty", "package a\n\nimport \"example.com/ids\"\n\nvar a = ids.New()\nvar b = ids.New()\n", "package a\n\nvar a = 1\nvar b = 2\n",
			[]report.Finding{finding(edit(5, 9, 18, "1")), finding(edit(6, 9, 18, "2"))}, 2,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p, err := Make(tt.findings, all, func(report.File) ([]byte, error) { return []byte(tt.old), nil })
			if err != nil {
				t.Fatal(err)
			}
			if len(p.Applied) != tt.applied || len(p.Files) != 1 || string(p.Files[0].New) != tt.want {
				t.Errorf("%d applied\n%q\nwant\n%q", len(p.Applied), p.Files[0].New, tt.want)
			}
		})
	}
}

func TestMakeLeavesAlone(t *testing.T) {
	known, suppressed := finding(edit(1, 9, 10, "b")), finding(edit(1, 9, 10, "b"))
	known.Known, suppressed.Suppressed = true, &report.Suppression{Reason: "meant"}
	p, err := Make([]report.Finding{known, suppressed}, all, func(report.File) ([]byte, error) { return nil, errors.New("read") })
	if err != nil || len(p.Files) != 0 || len(p.Applied) != 0 {
		t.Errorf("%v, %+v", err, p)
	}
	p, err = Make([]report.Finding{finding(edit(1, 9, 10, "b"))}, func(a rule.Applicability) bool { return a != rule.SafeFix }, func(report.File) ([]byte, error) { return nil, errors.New("read") })
	if err != nil || len(p.Applied) != 0 {
		t.Errorf("a fix that is not trusted: %v, %+v", err, p)
	}
}

func TestMakeErrors(t *testing.T) {
	f := []report.Finding{finding(edit(7, 1, 1, "x"))}
	if _, err := Make(f, all, func(report.File) ([]byte, error) { return []byte("package a\n"), nil }); err == nil || !strings.Contains(err.Error(), "cannot edit a.go: line 7: the file is not what was analysed") {
		t.Errorf("error: %v", err)
	}
	if _, err := Make(f, all, func(report.File) ([]byte, error) { return nil, os.ErrPermission }); !errors.Is(err, os.ErrPermission) {
		t.Errorf("error: %v", err)
	}
	broken := []report.Finding{finding(edit(1, 1, 8, "pakage"))}
	if _, err := Make(broken, all, func(report.File) ([]byte, error) { return []byte("package a\n"), nil }); err == nil {
		t.Error("text that does not parse was taken")
	}
}
