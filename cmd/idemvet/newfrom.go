package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/idemvet/idemvet/internal/baseline"
	"github.com/idemvet/idemvet/internal/config"
	"github.com/idemvet/idemvet/internal/report"
	"github.com/idemvet/idemvet/internal/revision"
)

// start is the revision that a run is compared with.
type start struct {
	repo   *revision.Repo
	commit string
	told   *baseline.Baseline // what it told, once it was analysed
}

// name is the revision in messages.
func (s *start) name() string { return s.commit[:min(len(s.commit), 12)] }

// start finds the revision; nil if none was asked for. Its errors are about what the user wrote, or where.
func (p *past) start(ctx context.Context, base string) (*start, error) {
	flag, rev := "--new-from-rev", p.rev
	if p.branch != "" {
		flag, rev = "--new-from-merge-base", p.branch
	}
	if rev == "" {
		return nil, nil
	}
	repo, err := revision.Open(ctx, base)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", flag, err)
	}
	find := repo.Commit
	if p.branch != "" {
		find = repo.MergeBase
	}
	commit, err := find(ctx, rev)
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w", flag, rev, err)
	}
	return &start{repo: repo, commit: commit}, nil
}

// subtract marks what the other revision tells too. That is compared which either run tells: a finding that was suppressed
// then, or not sure enough to be told, is new if it is told now. So nothing is analysed if there is nothing to compare.
func (j *job) subtract(ctx context.Context, stderr io.Writer, rep *report.Report, then *start, patterns []string, selection report.Selection, conf *config.Config) error {
	if !slices.ContainsFunc(rep.Findings, func(f report.Finding) bool { return f.Counts() }) {
		return nil
	}
	if then.told == nil {
		old, err := j.before(ctx, stderr, then, patterns, selection, conf)
		if err != nil {
			return err
		}
		then.told = baseline.New("", old.Findings)
	}
	then.told.Apply(rep.Findings)
	return nil
}

// before analyses the other revision. What could not be analysed there makes findings new, and never this run incomplete.
func (j *job) before(ctx context.Context, stderr io.Writer, then *start, patterns []string, selection report.Selection, conf *config.Config) (*report.Report, error) {
	tree, err := then.repo.Checkout(ctx, then.commit)
	if err != nil {
		return nil, fmt.Errorf("cannot check out %s to compare with: %w", then.name(), err)
	}
	defer func() {
		if err := tree.Close(); err != nil {
			complain(stderr, err)
		}
	}()
	if !hasDir(tree.Dir) {
		complain(stderr, fmt.Errorf("base %s: has no such directory, so all findings count as new", then.name()))
		return &report.Report{}, nil
	}
	old, err := j.at(tree).analyse(ctx, io.Discard, tree.Dir, moved(tree, patterns), selection, conf)
	switch {
	case ctx.Err() != nil:
		return nil, err
	case err != nil:
		complain(stderr, fmt.Errorf("base %s: not analysed, so all findings count as new: %s", then.name(), tree.Shown(err.Error())))
		return &report.Report{}, nil
	}
	tellBase(stderr, then, tree, old.Incomplete)
	return old, nil
}

// at is the job for another tree: the same questions, asked in silence.
func (j *job) at(tree *revision.Tree) *job {
	then := *j
	then.stats, then.verbose = false, false
	if work := os.Getenv("GOWORK"); filepath.IsAbs(work) {
		then.goEnv = append(then.goEnv, "GOWORK="+tree.Moved(work))
	}
	return &then
}

func moved(tree *revision.Tree, patterns []string) []string {
	var out []string
	for _, p := range patterns {
		out = append(out, tree.Pattern(p))
	}
	return out
}

// tellBase says in one line what of the other revision is not known. A directory that did not exist then is no gap.
func tellBase(w io.Writer, then *start, tree *revision.Tree, gaps []report.Incomplete) {
	gaps = slices.DeleteFunc(gaps, func(inc report.Incomplete) bool {
		return strings.HasPrefix(inc.Package, "./") && !hasDir(filepath.Join(tree.Dir, filepath.FromSlash(inc.Package)))
	})
	if len(gaps) == 0 {
		return
	}
	what, more := gaps[0].Package, ""
	if n := len(gaps) - 1; n > 0 {
		more = fmt.Sprintf(" (and %d more)", n)
	}
	if what == "" {
		what = "a part"
	}
	complain(w, fmt.Errorf("base %s: %s%s was not analysed, so its findings count as new: %s", then.name(), what, more, tree.Shown(gaps[0].Reason)))
}

func hasDir(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}
