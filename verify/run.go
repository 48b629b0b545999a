package main

import (
	"cmp"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"

	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/verify/internal/lib"
)

// options say what a run checks.
type options struct {
	lowest bool
	paths  []string // import paths, or all if there are none
	trace  io.Writer
}

// report is what came out of a run.
type report struct {
	libraries, paths, rows, symbols int
	unproven                        []string // import paths that could not be had, with the reason
	failures                        []string
}

// figures is the line that ends every run.
func (r *report) figures() string {
	return fmt.Sprintf("libraries %d, import paths %d, rows %d, symbols %d, failures %d",
		r.libraries, r.paths, r.rows, r.symbols, len(r.failures))
}

func (r *report) print(w io.Writer) {
	for _, f := range r.failures {
		fmt.Fprintln(w, f)
	}
	if len(r.unproven) > 0 {
		fmt.Fprintf(w, "unproven %d:\n\t%s\n", len(r.unproven), strings.Join(r.unproven, "\n\t"))
	}
	fmt.Fprintln(w, r.figures())
}

// job is what is checked with one module version: packages that share their dependencies.
type job struct {
	module, version string // empty for the standard library
	files           []*model.File
}

func (j *job) String() string {
	if j.module == "" {
		return "std"
	}
	return j.module + "@" + j.version
}

// libraries opens what gives packages. The caller closes the cache.
func libraries() (*lib.Cache, *lib.Std, error) {
	debug.SetGCPercent(400) // a library is read, looked at and forgotten as a whole
	cache, err := lib.NewCache()
	if err != nil {
		return nil, nil, err
	}
	cache.Dependencies, err = readDependencies()
	return cache, lib.NewStd(cache.GOROOT), err
}

// runner holds what the jobs of a run share.
type runner struct {
	cache   *lib.Cache
	std     *lib.Std
	rows    map[string]*model.File // all files, for those that take over the rows of another
	missing map[string]string      // module path → why it cannot be had
	opt     options

	mu     sync.Mutex
	report report
}

func run(cache *lib.Cache, std *lib.Std, opt options) (*report, error) {
	r := &runner{cache: cache, std: std, rows: map[string]*model.File{}, missing: map[string]string{}, opt: opt}
	files := r.readFiles()
	for _, path := range opt.paths {
		if r.rows[path] == nil {
			return nil, fmt.Errorf("no model file for %s", path)
		}
	}
	pins, err := readPins()
	if err != nil {
		return nil, err
	}
	table, err := readTable(unavailableFile, 2)
	if err != nil {
		return nil, err
	}
	for _, f := range table {
		r.missing[f[0]] = f[1]
	}
	r.checkMissing()
	r.runAll(r.plan(files, pins))
	slices.Sort(r.report.failures)
	slices.Sort(r.report.unproven)
	return &r.report, nil
}

// readFiles returns the model files that were asked for. One that cannot be read is a failure.
func (r *runner) readFiles() []*model.File {
	var files []*model.File
	for f, err := range model.Files() {
		if err != nil {
			r.report.failures = append(r.report.failures, err.Error())
			continue
		}
		r.rows[f.Package] = f
		if len(r.opt.paths) == 0 || slices.Contains(r.opt.paths, f.Package) {
			files = append(files, f)
		}
	}
	return files
}

// plan sorts the files by module version. Large modules come first, so that no worker is left with one at the end.
func (r *runner) plan(files []*model.File, pins []pin) []*job {
	jobs := map[string]*job{}
	modules := map[string]bool{}
	add := func(j *job, f *model.File) {
		if jobs[j.String()] == nil {
			jobs[j.String()] = j
		}
		jobs[j.String()].files = append(jobs[j.String()].files, f)
	}
	for _, f := range files {
		j := &job{}
		if !r.std.Has(f.Package) {
			p, err := pinFor(pins, f.Package, f.Versions)
			if err != nil {
				r.lost(f, err)
				continue
			}
			j.module, j.version = p.module, p.version(r.opt.lowest)
			if r.opt.lowest {
				for _, part := range r.younger(f, p) {
					add(&job{module: p.module, version: part.Versions}, part)
				}
			}
		} else if v := r.cache.GOVERSION; v != f.Versions && !strings.HasPrefix(v, f.Versions+".") {
			r.lost(f, fmt.Errorf("the rows are for %s, this is %s", f.Versions, v))
			continue
		}
		add(j, f)
		modules[j.module] = true
	}
	r.report.libraries = len(modules)
	var list []*job
	for _, j := range jobs {
		list = append(list, j)
	}
	slices.SortFunc(list, func(a, b *job) int {
		return cmp.Or(len(b.files)-len(a.files), strings.Compare(a.String(), b.String()))
	})
	return list
}

// runAll checks modules in parallel. All of them are fetched first: the go command downloads side by side.
func (r *runner) runAll(jobs []*job) {
	var keys []string
	for _, j := range jobs {
		if j.module != "" {
			keys = append(keys, j.String())
		}
	}
	r.cache.Prefetch(keys)
	queue := make(chan *job)
	var wg sync.WaitGroup
	for range max(2, runtime.NumCPU()) {
		wg.Go(func() {
			for j := range queue {
				r.runJob(j)
			}
		})
	}
	for _, j := range jobs {
		queue <- j
	}
	close(queue)
	wg.Wait()
}
