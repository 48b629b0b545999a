package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/idemvet/idemvet/internal/patch"
	"github.com/idemvet/idemvet/internal/report"
	"github.com/idemvet/idemvet/internal/rule"
)

// maxRounds bounds how often a run mends and looks again. Fixes that touch each other take a round each, and so does the search for one
// that does not work among many.
const maxRounds = 50

// mender puts fixes into the sources, and takes back those that did not do what they promise.
type mender struct {
	unsafe  bool
	stderr  io.Writer
	began   time.Time                      // when the analysis began whose fixes are put in
	own     map[string]time.Time           // by path, when this run put an old text back
	again   func() (*report.Report, error) // analyses once more
	refused map[string]bool                // fingerprints of findings whose fixes were taken back
	waiting map[string]bool                // of those that are not tried now, to find which of many does not work
}

// mend does what --fix and --diff ask for, and returns what is left. The report is that of an analysis which began not before the
// time that is given.
func (j *job) mend(cmd *cobra.Command, rep *report.Report, began time.Time, again func() (*report.Report, error)) (*report.Report, error) {
	m := &mender{unsafe: j.unsafe, stderr: cmd.ErrOrStderr(), began: began, again: again}
	switch {
	case j.diff:
		return rep, m.diff(cmd.OutOrStdout(), rep)
	case j.fix:
		return m.mend(cmd.Context(), rep)
	}
	return rep, nil
}

// trusted reports whether fixes of that kind are asked for.
func (m *mender) trusted(a rule.Applicability) bool {
	return a == rule.SafeFix || m.unsafe && a == rule.UnsafeFix
}

// read returns the text of a file, unless somebody has changed it since the analysis began: the positions of a fix would be those of
// another text, and even where they fit, nobody has seen what the fix makes of this one. A time in the future is no such change; it
// comes with the file, from an archive or another machine's clock, and would be refused for ever.
func (m *mender) read(f report.File) ([]byte, error) {
	text, err := os.ReadFile(f.Abs)
	if err != nil {
		return nil, fmt.Errorf("cannot read %s: %w", f.Rel, cause(err))
	}
	info, err := os.Stat(f.Abs)
	if err != nil {
		return nil, fmt.Errorf("cannot read %s: %w", f.Rel, cause(err))
	}
	if at := info.ModTime(); at.After(m.began) && !at.After(time.Now()) && !at.Equal(m.own[f.Abs]) {
		return nil, fmt.Errorf("%s was changed while it was analysed; run again", f.Rel)
	}
	return text, nil
}

// remember keeps the times of files that were put back to what the last report is about.
func (m *mender) remember(p *patch.Patch) {
	for _, f := range p.Files {
		if info, err := os.Stat(f.Abs); err == nil {
			m.own[f.Abs] = info.ModTime()
		}
	}
}

// diff prints what mend would do first, and changes nothing.
func (m *mender) diff(w io.Writer, rep *report.Report) error {
	p, err := patch.Make(rep.Findings, m.trusted, m.read)
	if err != nil {
		return err
	}
	_, err = w.Write(p.Diff())
	m.hint(rep)
	return err
}

// mend applies fixes until none is left, and returns the report of what remains. Every round is proven by another run: a fix
// after which its finding is still there, or another finding or a mistake of the compiler is new, is taken back.
func (m *mender) mend(ctx context.Context, rep *report.Report) (*report.Report, error) {
	m.refused, m.waiting, m.own = map[string]bool{}, map[string]bool{}, map[string]time.Time{}
	for range maxRounds {
		p, err := patch.Make(m.open(rep.Findings), m.trusted, m.read)
		if err != nil {
			return nil, err
		}
		if len(p.Applied) == 0 {
			if len(m.waiting) == 0 {
				break
			}
			clear(m.waiting)
			continue
		}
		if err := putIn(p); err != nil {
			return nil, err
		}
		began := time.Now()
		next, err := m.again()
		if err != nil || ctx.Err() != nil {
			return nil, errors.Join(err, ctx.Err(), takeBack(p))
		}
		if bad := unmended(p, rep, next); len(bad) > 0 {
			if err := takeBack(p); err != nil {
				return nil, err
			}
			m.remember(p)
			m.suspect(bad)
			continue
		}
		for _, line := range p.Tell() {
			fmt.Fprintf(m.stderr, "idemvet: fixed %s\n", line)
		}
		rep, m.began = next, began
	}
	m.hint(rep)
	return rep, nil
}

// suspect takes fixes of which at least one does not work. One is refused; of several, half have to wait for the others.
func (m *mender) suspect(bad []patch.Applied) {
	if len(bad) > 1 {
		for _, a := range bad[len(bad)/2:] {
			m.waiting[a.Finding.Fingerprint] = true
		}
		return
	}
	f := bad[0].Finding
	m.refused[f.Fingerprint] = true
	complain(m.stderr, fmt.Errorf("%s:%d: the fix for %s was taken back: it does not mend the finding, or breaks something else", f.Source.Rel, f.At.Line, f.Rule))
}

// open leaves out the findings whose fixes were taken back, or have to wait.
func (m *mender) open(list []report.Finding) []report.Finding {
	var out []report.Finding
	for _, f := range list {
		if !m.refused[f.Fingerprint] && !m.waiting[f.Fingerprint] {
			out = append(out, f)
		}
	}
	return out
}

// hint says what else could be mended.
func (m *mender) hint(rep *report.Report) {
	n := 0
	for _, f := range m.open(rep.Findings) {
		if f.Counts() && len(f.Fixes) > 0 && !m.trusted(f.Fixes[0].Applicability) {
			n++
		}
	}
	if n > 0 {
		fmt.Fprintf(m.stderr, "idemvet: %s changes what the program does: read with --diff --unsafe-fixes, apply with --fix --unsafe-fixes\n", counted(n, "more fix", "more fixes"))
	}
}

func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// identity is a finding without its place among equals, which changes when one of them is mended.
type identity struct{ rule, pkg, function, subject string }

func identities(rep *report.Report) map[identity]int {
	n := map[identity]int{}
	for _, f := range rep.Findings {
		n[identity{f.Rule, f.At.Pkg, f.Function, f.Subject}]++
	}
	return n
}

// unmended lists the fixes of a round that did not work. What is new in a package is held against all fixes in it.
func unmended(p *patch.Patch, before, after *report.Report) []patch.Applied {
	old, now := identities(before), identities(after)
	broken := map[string]bool{}
	for _, inc := range after.Incomplete {
		broken[inc.Package] = true
	}
	for _, inc := range before.Incomplete {
		delete(broken, inc.Package)
	}
	for id, n := range now {
		if n > old[id] {
			broken[id.pkg] = true
		}
	}
	mended := map[identity]int{}
	for _, a := range p.Applied {
		mended[identity{a.Finding.Rule, a.Finding.At.Pkg, a.Finding.Function, a.Finding.Subject}]++
	}
	var bad []patch.Applied
	for _, a := range p.Applied {
		id := identity{a.Finding.Rule, a.Finding.At.Pkg, a.Finding.Function, a.Finding.Subject}
		if broken[a.Finding.At.Pkg] || now[id] > old[id]-mended[id] {
			bad = append(bad, a)
		}
	}
	return bad
}

// putIn puts the new texts in place, all of them or none.
func putIn(p *patch.Patch) error {
	for i, f := range p.Files {
		if err := overwrite(f.Abs, f.New); err != nil {
			done := &patch.Patch{Files: p.Files[:i]}
			return errors.Join(fmt.Errorf("cannot write %s: %w", f.Rel, cause(err)), takeBack(done))
		}
	}
	return nil
}

// takeBack puts the old texts back, where nobody has changed the new ones meanwhile.
func takeBack(p *patch.Patch) error {
	var errs []error
	for _, f := range p.Files {
		now, err := os.ReadFile(f.Abs)
		if err == nil && !bytes.Equal(now, f.New) {
			err = errors.New("it was changed meanwhile")
		}
		if err == nil {
			err = overwrite(f.Abs, f.Old)
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("cannot take back the change of %s: %w", f.Rel, cause(err)))
		}
	}
	return errors.Join(errs...)
}

// overwrite replaces a file in one step and keeps its mode. Of a symbolic link, the file behind it is replaced.
func overwrite(path string, text []byte) error {
	path, err := filepath.EvalSymlinks(path)
	if err != nil {
		return err
	}
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if f, err := os.OpenFile(path, os.O_WRONLY, 0); err != nil {
		return err // a rename would go past the mode of the file
	} else if err := f.Close(); err != nil {
		return err
	}
	tmp, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(tmp.Name()) }()
	_, err = tmp.Write(text)
	if err := errors.Join(err, tmp.Close()); err != nil {
		return err
	}
	if err := os.Chmod(tmp.Name(), info.Mode().Perm()); err != nil {
		return err
	}
	return os.Rename(tmp.Name(), path)
}
