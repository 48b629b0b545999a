package buildstest

import (
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/idemvet/idemvet/internal/tooltest"
)

// row is a small program and what is to be found in it. The modules need no other one, and of the standard library next to nothing,
// since go vet compiles what is imported.
type row struct {
	name  string
	files map[string]string
	dir   string   // where the tools run, below the root of the files
	env   []string // for both
	args  []string // flags and packages of idemvet; go vet gets the same ones, with one hyphen
	vet   []string // those of go vet, if they are others
	// make prepares what files alone cannot say, and returns the directory to run in.
	make func(t *testing.T, dir string) string
	want []string // "file:line", relative to where the tools run
}

// Do is the helper of a package of its own: that code given to it runs again reaches other packages through facts.
const again = `package again

// Do tries three times.
func Do(f func() error) (err error) {
	for range 3 {
		if err = f(); err == nil {
			return nil
		}
	}
	return err
}
`

// mistake is a file with one finding, in line 8, if what is known of Do gets there.
func mistake(pkg, do string) string {
	return "package " + pkg + "\n\nimport \"" + do + `"

// Collect gets a list.
func Collect(fetch func() (string, error)) (list []string, err error) {
	err = again.Do(func() error {
		s, err := fetch(); list = append(list, s)
		if err == nil {
			_, err = fetch()
		}
		return err
	})
	return list, err
}
`
}

// alone is a file with one finding, in line 11, that needs no other file.
func alone(pkg, name string) string {
	return "package " + pkg + "\n\n// " + name + ` gets a list, in up to three tries.
func ` + name + `(fetch func() (string, error)) (list []string, err error) {
	do := func(f func() error) {
		for range 3 {
			if err = f(); err == nil { return }
		}
	}
	do(func() error {
		s, err := fetch(); list = append(list, s)
		if err == nil {
			_, err = fetch()
		}
		return err
	})
	return list, err
}
`
}

const goMod = tooltest.GoMod

func mod(path string, more ...string) string {
	return "module " + path + "\n\ngo 1.26\n" + strings.Join(more, "")
}

func run(t *testing.T, rows []row) {
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) { r.test(t) })
	}
}

func (r *row) test(t *testing.T) {
	root, err := filepath.EvalSymlinks(tooltest.Write(t, r.files))
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(root, filepath.FromSlash(r.dir))
	if r.make != nil {
		dir = r.make(t, root)
	}
	args := r.args
	for _, mode := range [][]string{{"--no-link"}, nil} {
		if got := idemvet(t, dir, r.env, append(mode, args...)); !slices.Equal(got, r.want) {
			t.Errorf("idemvet %s %s: %q, want %q", mode, args, got, r.want)
		}
	}
	vet := r.vet
	if vet == nil && args == nil {
		vet = []string{"./..."}
	}
	if vet == nil {
		for _, a := range args {
			if strings.HasPrefix(a, "--") {
				a = a[1:]
			}
			vet = append(vet, a)
		}
	}
	if got := goVet(t, dir, r.env, vet); !slices.Equal(got, r.want) {
		t.Errorf("go vet %s: %q, want %q", vet, got, r.want)
	}
}

// idemvet lists the findings of the front door as file:line. Both drivers report the same rule everywhere here; another one shows.
func idemvet(t *testing.T, dir string, env, args []string) []string {
	t.Helper()
	res := tooltest.Execute(t, dir, env, tooltest.Tool(t), append([]string{"--format", "concise"}, args...)...)
	return places(t, res.Stdout, res)
}

func goVet(t *testing.T, dir string, env, args []string) []string {
	t.Helper()
	res := tooltest.Execute(t, dir, env, "go", append([]string{"vet", "-vettool=" + tooltest.Tool(t)}, args...)...)
	return places(t, res.Stderr, res)
}

var finding = regexp.MustCompile(`^(.+\.\w+):(\d+):\d+: .* \((IDV\d+)\)$`)

// places reads lines of findings, and demands that there is nothing else but the go command's headings.
func places(t *testing.T, text string, res tooltest.Result) []string {
	t.Helper()
	var list []string
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		m := finding.FindStringSubmatch(line)
		switch {
		case m != nil && m[3] == "IDV506":
			list = append(list, path.Clean(filepath.ToSlash(m[1]))+":"+m[2])
		case line != "" && !strings.HasPrefix(line, "# "):
			list = append(list, line)
		}
	}
	if want := min(len(list), 1); res.Code != want {
		t.Errorf("exit status %d, want %d\n%s%s", res.Code, want, res.Stdout, res.Stderr)
	}
	slices.Sort(list)
	return list
}
