package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/idemvet/idemvet/analyzers"
	"github.com/idemvet/idemvet/internal/load"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/rule"
	known "github.com/idemvet/idemvet/internal/summary"
	"github.com/idemvet/idemvet/internal/suppress"
	"github.com/idemvet/idemvet/internal/unit"
)

func whyCommand() *cobra.Command {
	s := &scope{}
	cmd := &cobra.Command{
		Use:   "why FILE:LINE",
		Short: "Tell what is seen on a line, and why there is a finding or none",
		Long: `why analyses the package of a file, in its program, and tells what is known of
one line: the calls and who answers for them, what makes the line run again, where values
come from that a receiver may recognise, which findings there are, and if there
are none, why.`,
		Example: `  idemvet why pay/client.go:36
  idemvet why -C services/pay client.go:36
  idemvet why pay/client.go:36:12         as in a finding; the column does not count`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return errors.New("why takes one position, such as pay/client.go:36")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			base, err := directory(s.dir)
			if err != nil {
				return err
			}
			pos, err := parsePosition(base, args[0])
			if err != nil {
				return err
			}
			models, err := s.models()
			if err != nil {
				return err
			}
			l, err := s.look(cmd.Context(), base, pos, models)
			if err != nil {
				return err
			}
			l.print(cmd.OutOrStdout())
			return l.incomplete
		},
	}
	s.flags(cmd.Flags())
	s.buildFlags(cmd.Flags())
	cmd.Flags().BoolVar(&s.noLink, "no-link", false, "look at the package with its imports only, as go vet does")
	return cmd
}

// position is a line of a file that exists.
type position struct {
	file string // absolute
	line int
	text string // of the line
}

var positionRE = regexp.MustCompile(`^(.+\.go):([0-9]+)(?::[0-9]+)?$`)

// parsePosition reads FILE:LINE, as seen from a directory.
func parsePosition(base, arg string) (position, error) {
	m := positionRE.FindStringSubmatch(arg)
	if m == nil {
		return position{}, fmt.Errorf("%s is no position in a Go file: want FILE:LINE, such as pay/client.go:36", arg)
	}
	line, err := strconv.Atoi(m[2])
	if err != nil {
		return position{}, fmt.Errorf("%s: no such line", arg)
	}
	file := m[1]
	if !filepath.IsAbs(file) {
		file = filepath.Join(base, file)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return position{}, fmt.Errorf("%s: %w", m[1], cause(err))
	}
	lines := bytes.Split(bytes.TrimSuffix(data, []byte("\n")), []byte("\n"))
	if line < 1 || line > len(lines) {
		return position{}, fmt.Errorf("%s: the file has %d lines", arg, len(lines))
	}
	return position{file, line, strings.TrimSpace(string(lines[line-1]))}, nil
}

// look is what was learned of a line.
type look struct {
	position
	base     string
	dirs     map[string]string
	known    *known.Explanation
	findings []rule.Finding     // of the package
	comments []suppress.Comment // in it
	meant    *suppress.Set      // the same

	incomplete error // a part of the package was not understood
}

// look analyses the package of a position. Its imports come from the cache where they can.
func (s *scope) look(ctx context.Context, base string, pos position, models *model.Rows) (*look, error) {
	s.tests = s.tests || strings.HasSuffix(pos.file, "_test.go")
	l := &look{position: pos, base: base}
	var mu sync.Mutex
	var found *unit.Package // with most files: a test variant has more than its package
	var result *unit.Result
	dir := filepath.Dir(pos.file)
	prog, err := s.load(ctx, load.Options{
		Dir: dir, Patterns: whole(dir), Models: models, Link: !s.noLink,
		Again: func(d string) bool { return same(d, dir) },
		Run: func(p *unit.Package, imported unit.Lookup) *unit.Result {
			if !holds(p, pos.file) {
				return unit.Run(p, imported, analyzers.Rules())
			}
			res, x := unit.Explain(p, imported, analyzers.Rules(), filepath.Base(pos.file), pos.line)
			mu.Lock()
			defer mu.Unlock()
			if found == nil || p.Wired != nil || found.Wired == nil && len(found.Files) < len(p.Files) {
				found, result, l.known = p, res, x
			}
			return res
		},
	})
	switch {
	case err != nil:
		return nil, err
	case result != nil && result.Incomplete != "":
		l.incomplete = failed(fmt.Errorf("%s not analysed in full: %s", found.Path, result.Incomplete))
		if l.known == nil {
			return nil, l.incomplete
		}
	}
	if result != nil {
		for _, p := range prog.Packages { // with what the joined program shows
			if p.Path == found.Path {
				result = p.Result
			}
		}
		l.findings, l.dirs = rule.Settle(result.Findings, nil), prog.Dirs
		l.comments, l.meant = result.Comments, suppress.New(result.Comments, analyzers.Metas(), time.Now())
		return l, nil
	}
	for _, inc := range prog.Incomplete {
		if d, ok := prog.Dirs[inc.Package]; !ok || same(d, dir) { // what is wrong elsewhere in the program is not asked
			return nil, failed(fmt.Errorf("%s not analysed: %s", inc.Package, inc.Reason))
		}
	}
	return nil, fmt.Errorf("%s is not part of the build: see its build constraints, and --tags", relative(base, pos.file))
}

// whole is the pattern for the module of a directory, as seen from there.
func whole(dir string) []string {
	for up := "."; ; up = filepath.Join(up, "..") {
		at := filepath.Join(dir, up)
		if _, err := os.Stat(filepath.Join(at, "go.mod")); err == nil {
			return []string{".", "./" + filepath.ToSlash(up) + "/..."}
		}
		if filepath.Dir(at) == at {
			return []string{"."}
		}
	}
}

// holds reports whether a file is one of the package.
func holds(p *unit.Package, file string) bool {
	for _, f := range p.Files {
		name := p.Fset.PositionFor(f.Package, false).Filename
		if filepath.Base(name) == filepath.Base(file) && same(name, file) {
			return true
		}
	}
	return false
}

// same reports whether two names are of one file, which may be reached through a link.
func same(a, b string) bool {
	if a == b {
		return true
	}
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}
