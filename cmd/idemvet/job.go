package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/idemvet/idemvet/analyzers"
	"github.com/idemvet/idemvet/internal/config"
	"github.com/idemvet/idemvet/internal/load"
	"github.com/idemvet/idemvet/internal/output"
	"github.com/idemvet/idemvet/internal/report"
	"github.com/idemvet/idemvet/internal/rule"
)

// job is the main job: analyse packages, print findings.
type job struct {
	dir        string
	config     string
	formats    []string
	output     string
	selected   []string
	ignored    []string
	confidence *choice
	strict     bool
	tests      bool
	noLink     bool
	generated  bool
	tags       []string
	matrix     string
	schema     []string
	color      *choice
	failOn     *choice
	stats      bool
	timings    bool
	quiet      bool
	verbose    bool
	fix        bool
	unsafe     bool
	diff       bool
	past       past
	shard      shard

	goEnv    []string // additions to the environment of the go command
	seen     seen
	loaded   load.Stats
	facts    factSize
	variants []variant // of --matrix
	warnings []string
}

// confidences are the values of --confidence.
var confidences = []string{string(rule.High), string(rule.Medium), string(rule.Low)}

func (j *job) flags(f *pflag.FlagSet) {
	j.confidence = newChoice("confidence", string(rule.Medium), confidences...)
	j.color = newChoice("colour mode", "auto", "auto", "always", "never")
	j.failOn = newChoice("severity", "warning", "error", "warning", "info")
	f.SortFlags = false
	f.StringVarP(&j.dir, "chdir", "C", ".", "work in this `directory`")
	f.StringVar(&j.config, "config", "", "read the configuration from this `file` (default: the nearest .idemvet.yml)")
	f.StringArrayVar(&j.formats, "format", []string{"text"}, strings.Join(output.Names(), ", ")+"; repeat as `fmt=path` to write files too")
	f.StringVar(&j.output, "output", "", "write to this `file` instead of the standard output")
	f.StringSliceVar(&j.selected, "select", nil, "`rules` to report: ids, prefixes (IDV1), names, or core, default, all (default \"default\")")
	f.StringSliceVar(&j.ignored, "ignore", nil, "`rules` not to report, named the same way")
	f.Var(j.confidence, "confidence", "the least confidence to report")
	f.BoolVar(&j.strict, "strict", false, "the same as --select all --confidence low")
	f.BoolVar(&j.tests, "tests", false, "analyse test files too")
	f.BoolVar(&j.generated, "generated", false, "report findings in generated files too")
	f.BoolVar(&j.noLink, "no-link", false, "look at each package with its imports only, as go vet does")
	f.StringSliceVar(&j.tags, "tags", nil, "build `tags`")
	j.past.flags(f)
	f.StringVar(&j.matrix, "matrix", "", "analyse once for each line of this `file`, \"NAME: GOOS=… GOARCH=… CGO_ENABLED=… -tags=…\"")
	f.StringArrayVar(&j.schema, "schema", nil, "SQL files that make the schema, as a `glob`; may be repeated (default: the usual folders)")
	f.Var(j.color, "color", "colour; auto honours NO_COLOR and FORCE_COLOR")
	f.BoolVar(&j.fix, "fix", false, "mend findings in the source where a fix is safe")
	f.BoolVar(&j.unsafe, "unsafe-fixes", false, "with --fix and --diff: fixes too that change what the program does; read them")
	f.BoolVar(&j.diff, "diff", false, "print what --fix would change, and change nothing")
	f.Var(j.failOn, "fail-on", "the least severity that makes the exit status 1")
	f.Var(&j.shard, "shard", "report the findings of a part of the packages, the i-th of n; see idemvet merge")
	f.BoolVar(&j.stats, "stats", false, "print counts to the standard error")
	f.BoolVar(&j.timings, "timings", false, "print how long each stage took to the standard error")
	f.BoolVar(&j.quiet, "quiet", false, "print findings and errors only")
	f.BoolVar(&j.verbose, "verbose", false, "print each package to the standard error")
}

// run does the main job. It returns a status unless the run is clean.
func (j *job) run(cmd *cobra.Command, patterns []string) error {
	start := time.Now()
	base, conf, err := j.configure(cmd.Flags())
	if err != nil {
		return err
	}
	sinks, selection, err := j.settings(base, cmd.Flags())
	if err != nil {
		return err
	}
	if j.diff { // the standard output is the patch's
		sinks = slices.DeleteFunc(sinks, func(s sink) bool { return s.path == "" })
	}
	files, err := prepare(sinks)
	if err != nil {
		return err
	}
	defer discard(files)
	look, err := j.compared(cmd.Context(), cmd.ErrOrStderr(), base, patterns, selection, conf)
	if err != nil {
		return err
	}
	rep, err := look()
	if err == nil {
		rep, err = j.mend(cmd, rep, start, look)
	}
	if err != nil {
		return failed(err)
	}
	j.reckon(cmd.ErrOrStderr(), rep)
	rep.Stats.Seconds = float64(time.Since(start).Milliseconds()) / 1000
	o := output.Options{Tool: thisTool(), Rules: analyzers.Metas(), Quiet: j.quiet, Root: checkout()}
	if err := publish(sinks, files, cmd.OutOrStdout(), rep, o, colorMode(j.color.value)); err != nil {
		return failed(err)
	}
	j.tell(cmd.ErrOrStderr(), rep)
	return verdict(rep, rule.Severity(j.failOn.value))
}

// settings checks the flags that are more than a value.
func (j *job) settings(base string, flags *pflag.FlagSet) ([]sink, report.Selection, error) {
	if j.strict && !flags.Changed("select") {
		j.selected = []string{"all"}
	}
	if j.strict && !flags.Changed("confidence") {
		j.confidence.value = string(rule.Low)
	}
	selection, err := report.Select(analyzers.Metas(), j.selected, j.ignored)
	if err != nil {
		return nil, nil, err
	}
	sinks, err := sinks(base, j.formats, j.output)
	return sinks, selection, err
}

// directory is the absolute path of an existing directory.
func directory(dir string) (string, error) {
	info, err := os.Stat(dir)
	if err != nil {
		return "", fmt.Errorf("-C %s: %w", dir, cause(err))
	}
	if !info.IsDir() {
		return "", fmt.Errorf("-C %s: not a directory", dir)
	}
	return filepath.Abs(dir)
}

// analyse runs the engine over the packages and keeps what was asked for.
func (j *job) analyse(ctx context.Context, stderr io.Writer, base string, patterns []string, selection report.Selection, conf *config.Config) (*report.Report, error) {
	if len(patterns) == 0 {
		patterns = []string{everything(base)}
	}
	o := load.Options{
		Dir: base, Patterns: patterns, Env: j.goEnv, Tests: j.tests, Tags: strings.Join(j.tags, ","), Rules: analyzers.Rules(), Models: conf.Models,
		Horizon: conf.Rules.IDV601.Horizon, Link: !j.noLink,
		Warn: func(line string) { j.warnings = append(j.warnings, line) },
	}
	if o.Salt = executable(); o.Salt == "" {
		o.CacheDir = "off" // results of another build must not pass for ours
	}
	prog, err := j.load(ctx, stderr, o, conf)
	if err != nil {
		return nil, err
	}
	severity, err := report.Regrade(analyzers.Metas(), conf.Severity)
	if err != nil {
		return nil, err
	}
	j.loaded, j.seen = prog.Stats, lookedAt(prog)
	if j.stats {
		j.facts = measure(prog)
	}
	rep := &report.Report{}
	rep.Findings, rep.Others = report.Findings(named(prog), report.Options{
		Base: base, Dirs: prog.Dirs, Rules: analyzers.Metas(), Today: time.Now(), Whole: j.whole(base, patterns, prog),
		Severity: severity, Excluded: conf.Excludes,
		Wanted: report.Wanted{Rules: selection, Confidence: rule.Confidence(j.confidence.value), Tests: j.tests, Generated: j.generated},
	})
	for _, inc := range prog.Incomplete {
		rep.Incomplete = append(rep.Incomplete, report.Incomplete{Package: inc.Package, Reason: oneLine(inc.Reason)})
	}
	j.shard.keep(rep)
	for _, p := range prog.Packages {
		if !p.Report || !j.shard.has(p.Path) {
			continue
		}
		rep.Stats.Packages++
		if p.Cached {
			rep.Stats.Cached++
		}
		if j.verbose {
			fmt.Fprintf(stderr, "idemvet: %s (cached: %t)\n", p.Path, p.Cached)
		}
	}
	return rep, nil
}

// whole reports whether a run saw all there is: every package below the root of the module or workspace, joined, and nothing
// left out.
func (j *job) whole(base string, patterns []string, prog *load.Program) bool {
	return !j.noLink && len(prog.Incomplete) == 0 && len(patterns) == 1 && (patterns[0] == "./..." || patterns[0] == everything(base)) && config.Root(base) == base
}

// everything is the pattern for all packages of a directory.
func everything(dir string) string {
	if work := os.Getenv("GOWORK"); work != "off" {
		if _, err := os.Stat(filepath.Join(dir, "go.work")); err == nil {
			return "work"
		}
	}
	return "./..."
}

// named lists the packages that the user named.
func named(prog *load.Program) []report.Package {
	var out []report.Package
	for _, p := range prog.Packages {
		if p.Report && p.Result != nil {
			out = append(out, report.Package{Path: p.Path, Findings: p.Result.Findings, Comments: p.Result.Comments, Generated: p.Generated})
		}
	}
	return out
}

// tell prints to the standard error what is not a finding.
func (j *job) tell(w io.Writer, rep *report.Report) {
	if len(j.warnings) > 0 { // a run can look several times, each time at the same trouble
		complain(w, errors.New(j.warnings[0]))
	}
	for _, inc := range rep.Incomplete {
		if inc.Package == "" {
			complain(w, fmt.Errorf("not analysed: %s", inc.Reason))
		} else {
			complain(w, fmt.Errorf("%s not analysed: %s", inc.Package, inc.Reason))
		}
	}
	l := j.loaded
	if j.stats {
		fmt.Fprintf(w, "idemvet: packages: %d own, %d of them from the cache; %d foreign checked from source, %d from the cache; %d analysed again as wired; %d findings\n",
			l.Packages, l.Cached, l.ForeignLoaded, l.ForeignCached, l.Linked, rep.Stats.Findings)
		fmt.Fprintf(w, "idemvet: facts: %d functions, %d bytes, %d each\n", j.facts.functions, j.facts.bytes, j.facts.bytes/max(j.facts.functions, 1))
	}
	if j.timings {
		fmt.Fprintf(w, "idemvet: list %s, keys %s, foreign types %s, own packages %s, link %s, all %.3fs\n",
			short(l.List), short(l.Keys), short(l.Foreign), short(l.Own), short(l.Link), rep.Stats.Seconds)
	}
}

// factSize says how much is known of functions that importers may call.
type factSize struct{ functions, bytes int }

func measure(prog *load.Program) factSize {
	var s factSize
	for _, p := range prog.Packages {
		if p.Result != nil {
			n, b := p.Result.Facts.Size()
			s.functions, s.bytes = s.functions+n, s.bytes+b
		}
	}
	return s
}

// short rounds to what is worth reading.
func short(d time.Duration) time.Duration { return d.Round(time.Millisecond) }

// verdict is the exit status of a finished run. Incomplete wins: a clean answer about half the code is no answer.
func verdict(rep *report.Report, gate rule.Severity) error {
	switch {
	case len(rep.Incomplete) > 0:
		return status{code: exitIncomplete}
	case rep.AtLeast(gate):
		return status{code: exitFindings}
	}
	return nil
}
