package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/idemvet/idemvet/internal/patch"
	"github.com/idemvet/idemvet/internal/report"
	"github.com/idemvet/idemvet/internal/rule"
)

// payShop has one finding, which can be mended.
const payShop = `package shop

import (
	"crypto/rand"
	"net/http"
)

func pay(c *http.Client, req *http.Request) (err error) {
	for range 3 {
		req.Header.Set("Idempotency-Key", rand.Text()) //
		var resp *http.Response
		if resp, err = c.Do(req); err == nil {
			return resp.Body.Close()
		}
	}
	return err
}
`

// shopModule is a module with one file.
func shopModule(t *testing.T, text string) (dir, file string) {
	t.Helper()
	t.Setenv("IDEMVET_CACHE", "off")
	dir = t.TempDir()
	file = filepath.Join(dir, "shop.go")
	put(t, filepath.Join(dir, "go.mod"), "module example.com/shop\n\ngo 1.24\n")
	put(t, file, text)
	return dir, file
}

func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func holdsText(t *testing.T, path, want string) {
	t.Helper()
	if got, err := os.ReadFile(path); err != nil || string(got) != want {
		t.Errorf("%s: %v\n%s\nwant\n%s", filepath.Base(path), err, got, want)
	}
}

func TestFixChangesNothing(t *testing.T) {
	tests := []struct {
		name, text, stdout string
		args               []string
		code               int
	}{
		{"diff beats fix", payShop, "\n+\tkey := rand.Text()\n", []string{"--fix", "--diff", "--unsafe-fixes", "--output", os.DevNull}, exitFindings},
		{"unsafe not asked for", payShop, "", []string{"--fix", "--quiet", "--output", os.DevNull}, exitFindings},
		{"suppressed", strings.Replace(payShop, " //", " //idemvet:ignore IDV101 -- the other side does not look at it", 1), "", []string{"--fix", "--unsafe-fixes", "--quiet"}, exitClean},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir, file := shopModule(t, tt.text)
			stdout, stderr, code := call(t, append([]string{"-C", dir, "--select", "IDV101"}, tt.args...)...)
			if code != tt.code || !strings.Contains(stdout, tt.stdout) || tt.stdout == "" && stdout != "" || strings.Contains(stderr, "fixed") {
				t.Errorf("exit status %d\n%s%s", code, stdout, stderr)
			}
			holdsText(t, file, tt.text)
		})
	}
}

// counter is a report with one finding that is mended by another number.
func counter(t *testing.T) (rep *report.Report, file string) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "n.go")
	put(t, file, "package n\n\nvar n = 1\n")
	at := rule.Place{Pkg: "example.com/n", File: "n.go", Line: 3, Column: 9, EndLine: 3, EndColumn: 10}
	source := report.File{Abs: file, Rel: "n.go"}
	f := report.Finding{Finding: rule.Finding{Rule: "IDV101", At: at}, Source: source, Fingerprint: "one"}
	f.Fixes = []report.Fix{{
		Fix:   rule.Fix{Message: "count to two", Applicability: rule.SafeFix},
		Edits: []report.Edit{{Edit: rule.Edit{At: at, Text: "2"}, Source: source}},
	}}
	return &report.Report{Findings: []report.Finding{f}}, file
}

func TestMend(t *testing.T) {
	const old, now = "package n\n\nvar n = 1\n", "package n\n\nvar n = 2\n"
	clean := func() (*report.Report, error) { return &report.Report{}, nil }
	t.Run("applied", func(t *testing.T) {
		rep, file := counter(t)
		var out strings.Builder
		rest, err := (&mender{stderr: &out, began: time.Now(), again: clean}).mend(t.Context(), rep)
		if err != nil || len(rest.Findings) != 0 || out.String() != "idemvet: fixed n.go:3: IDV101: count to two\n" {
			t.Errorf("%v, %q", err, out.String())
		}
		holdsText(t, file, now)
	})
	t.Run("finding stays", func(t *testing.T) {
		rep, file := counter(t)
		var out strings.Builder
		_, err := (&mender{stderr: &out, began: time.Now(), again: func() (*report.Report, error) { return rep, nil }}).mend(t.Context(), rep)
		if err != nil || !strings.Contains(out.String(), "was taken back") {
			t.Errorf("%v, %q", err, out.String())
		}
		holdsText(t, file, old)
	})
	t.Run("interrupted", func(t *testing.T) {
		rep, file := counter(t)
		ctx, cancel := context.WithCancel(t.Context())
		again := func() (*report.Report, error) {
			holdsText(t, file, now)
			cancel()
			return clean()
		}
		var out strings.Builder
		if _, err := (&mender{stderr: &out, began: time.Now(), again: again}).mend(ctx, rep); err == nil {
			t.Error("no error")
		}
		holdsText(t, file, old)
	})
	t.Run("changed before", func(t *testing.T) {
		rep, file := counter(t)
		put(t, file, "package n\n")
		var out strings.Builder
		if _, err := (&mender{stderr: &out, began: time.Now(), again: clean}).mend(t.Context(), rep); err == nil || !strings.Contains(err.Error(), "cannot edit n.go: line 3: the file is not what was analysed") {
			t.Errorf("error: %v", err)
		}
		holdsText(t, file, "package n\n")
	})
	t.Run("changed while it was analysed", func(t *testing.T) {
		rep, file := counter(t)
		const users = "package n\n\nvar m = 1\n" // the fix would fit
		began := time.Now().Add(-time.Second)
		put(t, file, users)
		for name, do := range map[string]func(m *mender) error{
			"mend": func(m *mender) error { _, err := m.mend(t.Context(), rep); return err },
			"diff": func(m *mender) error { return m.diff(m.stderr, rep) },
		} {
			var out strings.Builder
			if err := do(&mender{stderr: &out, began: began, again: clean}); err == nil || err.Error() != "n.go was changed while it was analysed; run again" || out.Len() > 0 {
				t.Errorf("%s: %v, %q", name, err, out.String())
			}
			holdsText(t, file, users)
		}
	})
	t.Run("from the future", func(t *testing.T) {
		rep, file := counter(t)
		if err := os.Chtimes(file, time.Time{}, time.Now().Add(time.Hour)); err != nil {
			t.Fatal(err)
		}
		if _, err := (&mender{stderr: io.Discard, began: time.Now(), again: clean}).mend(t.Context(), rep); err != nil {
			t.Error(err)
		}
		holdsText(t, file, now)
	})
	t.Run("put back and tried again", func(t *testing.T) {
		rep, file := counter(t)
		second := rep.Findings[0]
		second.Rule, second.Fingerprint = "IDV102", "two"
		rep.Findings = append(rep.Findings, second)
		runs := 0
		again := func() (*report.Report, error) {
			if runs++; runs == 1 {
				return rep, nil
			}
			return clean()
		}
		var out strings.Builder
		if _, err := (&mender{stderr: &out, began: time.Now(), again: again}).mend(t.Context(), rep); err != nil || !strings.Contains(out.String(), "fixed n.go:3: IDV102") {
			t.Errorf("%v, %q", err, out.String())
		}
		holdsText(t, file, now)
	})
	t.Run("changed meanwhile", func(t *testing.T) {
		rep, file := counter(t)
		const users = "package n\n\nvar mine = 3\n"
		again := func() (*report.Report, error) {
			put(t, file, users)
			return rep, nil
		}
		var out strings.Builder
		if _, err := (&mender{stderr: &out, began: time.Now(), again: again}).mend(t.Context(), rep); err == nil || !strings.Contains(err.Error(), "it was changed meanwhile") {
			t.Errorf("error: %v", err)
		}
		holdsText(t, file, users)
	})
}

// TestMendOneBad: of many fixes in a package one breaks it; the others stay.
func TestMendOneBad(t *testing.T) {
	file := filepath.Join(t.TempDir(), "n.go")
	put(t, file, "package n\n\nvar (\n\ta = 0\n\tb = 0\n\tc = 0\n\td = 0\n\te = 0\n)\n")
	findings := func() []report.Finding {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var list []report.Finding
		for i, line := range strings.Split(string(text), "\n") {
			if !strings.HasSuffix(line, "= 0") {
				continue
			}
			src := report.File{Rel: "n.go", Abs: file}
			at := rule.Place{Pkg: "n", File: "n.go", Line: i + 1, Column: 2, EndLine: i + 1, EndColumn: len(line) + 1}
			f := report.Finding{Finding: rule.Finding{Rule: "IDV101", At: at, Subject: line}, Source: src, Fingerprint: line}
			edit := rule.Edit{At: at, Text: strings.TrimSpace(line[:len(line)-1]) + " 1"}
			f.Fixes = []report.Fix{{Fix: rule.Fix{Message: "count", Applicability: rule.SafeFix, Edits: []rule.Edit{edit}}, Edits: []report.Edit{{Edit: edit, Source: src}}}}
			list = append(list, f)
		}
		return list
	}
	again := func() (*report.Report, error) {
		rep := &report.Report{Findings: findings()}
		if text, _ := os.ReadFile(file); strings.Contains(string(text), "d = 1") {
			rep.Incomplete = []report.Incomplete{{Package: "n", Reason: "d must stay"}}
		}
		return rep, nil
	}
	var out strings.Builder
	rest, err := (&mender{stderr: &out, began: time.Now(), again: again}).mend(t.Context(), &report.Report{Findings: findings()})
	if err != nil || len(rest.Findings) != 1 || strings.Count(out.String(), "fixed n.go") != 4 || strings.Count(out.String(), "was taken back") != 1 || !strings.Contains(out.String(), "n.go:7: the fix for IDV101 was taken back") {
		t.Errorf("%v, %+v\n%s", err, rest, out.String())
	}
	holdsText(t, file, "package n\n\nvar (\n\ta = 1\n\tb = 1\n\tc = 1\n\td = 0\n\te = 1\n)\n")
}

// editor is a standard error on which somebody waits to save a file: --verbose tells of each package that is analysed.
type editor struct {
	strings.Builder
	save func()
}

func (e *editor) Write(p []byte) (int, error) {
	if bytes.Contains(p, []byte("(cached: ")) {
		e.save()
	}
	return e.Builder.Write(p)
}

// TestFixOfChangedFile saves the file, with a text that the fix would fit, when the analysis has just read it.
func TestFixOfChangedFile(t *testing.T) {
	for _, flag := range []string{"--fix", "--diff"} {
		t.Run(flag, func(t *testing.T) {
			dir, file := shopModule(t, payShop)
			users := strings.Replace(payShop, "range 3", "range 4", 1)
			stderr := &editor{save: func() {
				time.Sleep(20 * time.Millisecond) // the clock of file systems is a coarse one
				put(t, file, users)
			}}
			var stdout strings.Builder
			code := run(t.Context(), []string{"-C", dir, "--verbose", "--unsafe-fixes", flag}, &stdout, stderr)
			if code != exitIncomplete || stdout.Len() > 0 || !strings.HasSuffix(stderr.String(), ")\nidemvet: shop.go was changed while it was analysed; run again\n") {
				t.Errorf("exit status %d\n%s%s", code, stdout.String(), stderr.String())
			}
			holdsText(t, file, users)
		})
	}
}

// TestPutInAllOrNothing has a second file that cannot be written: the first one must be what it was.
func TestPutInAllOrNothing(t *testing.T) {
	dir := t.TempDir()
	first := filepath.Join(dir, "a.go")
	put(t, first, "package a\n")
	p := &patch.Patch{Files: []patch.File{
		{File: report.File{Abs: first, Rel: "a.go"}, Old: []byte("package a\n"), New: []byte("package b\n")},
		{File: report.File{Abs: filepath.Join(dir, "gone", "b.go"), Rel: "gone/b.go"}, Old: nil, New: []byte("package b\n")},
	}}
	if err := putIn(p); err == nil || !strings.HasPrefix(err.Error(), "cannot write gone/b.go: ") || strings.Contains(err.Error(), "\n") {
		t.Errorf("error: %v", err)
	}
	holdsText(t, first, "package a\n")
	if left, _ := os.ReadDir(dir); len(left) != 1 {
		t.Errorf("left behind: %v", left)
	}
}

// TestOverwriteReadOnly leaves alone what the user has made read-only, though its directory may be written.
func TestOverwriteReadOnly(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root may write everything")
	}
	path := filepath.Join(t.TempDir(), "a.go")
	put(t, path, "package a\n")
	if err := os.Chmod(path, 0o444); err != nil {
		t.Fatal(err)
	}
	if err := overwrite(path, []byte("package b\n")); err == nil {
		t.Error("a read-only file was replaced")
	}
	holdsText(t, path, "package a\n")
}

// TestOverwriteKeeps demands the mode of a file, and the link that leads to it.
func TestOverwriteKeeps(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "a.go"), filepath.Join(dir, "link.go")
	put(t, file, "package a\n")
	if err := os.Chmod(file, 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(file, link); err != nil {
		t.Skip(err)
	}
	if err := overwrite(link, []byte("package b\n")); err != nil {
		t.Fatal(err)
	}
	holdsText(t, file, "package b\n")
	info, err := os.Lstat(link)
	if err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is gone: %v", err)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("mode: %v, %v", info.Mode(), err)
	}
}
