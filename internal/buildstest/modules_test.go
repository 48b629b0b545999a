package buildstest

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/idemvet/idemvet/internal/tooltest"
)

// files joins sets of files.
func files(sets ...map[string]string) map[string]string {
	all := map[string]string{}
	for _, set := range sets {
		for name, text := range set {
			all[name] = text
		}
	}
	return all
}

// goCommand runs the go command in the program, offline.
func goCommand(args ...string) func(*testing.T, string) string {
	return func(t *testing.T, root string) string {
		t.Helper()
		if res := tooltest.Execute(t, root, []string{"GOPROXY=off"}, "go", args...); res.Code != 0 {
			t.Fatalf("go %s: %s", args, res.Stderr)
		}
		return root
	}
}

// lib is a module that others use.
const lib = "example.com/lib"

// uses is the part of a go.mod that takes it from a directory.
func uses(dir string) string {
	return "\nrequire " + lib + " v0.0.0\n\nreplace " + lib + " => " + dir + "\n"
}

// TestModules: what the user's source is, is analysed; what was fetched is not, wherever it was put.
func TestModules(t *testing.T) {
	library := func(dir string) map[string]string {
		return map[string]string{dir + "/go.mod": mod(lib), dir + "/again/again.go": again, dir + "/more/more.go": mistake("more", lib+"/again")}
	}
	pay := func(dir, more string) map[string]string {
		return map[string]string{dir + "go.mod": mod("example.com/pay", more), dir + "pay.go": mistake("pay", lib+"/again"), dir + "own/own.go": alone("own", "Own")}
	}
	both := files(library("lib"), pay("pay/", ""), map[string]string{"go.work": "go 1.26\n\nuse (\n\t./lib\n\t./pay\n)\n"})
	vendored := func(path string) map[string]string {
		return files(map[string]string{"go.mod": mod(path, uses("./lib")), "m.go": mistake("m", lib+"/again"), "own/own.go": alone("own", "Own")}, library("lib"))
	}
	run(t, []row{
		{name: "workspace", files: both, vet: []string{"work"}, want: []string{"lib/more/more.go:8", "pay/own/own.go:11", "pay/pay.go:8"}},
		{name: "workspace by name", files: both, args: []string{"work"}, want: []string{"lib/more/more.go:8", "pay/own/own.go:11", "pay/pay.go:8"}},
		{name: "workspace by directories", files: both, args: []string{"./lib/...", "./pay"}, want: []string{"lib/more/more.go:8", "pay/pay.go:8"}},
		{name: "workspace by path", files: both, dir: "lib", args: []string{"example.com/pay/..."}, want: []string{"../pay/own/own.go:11", "../pay/pay.go:8"}},
		{name: "member", files: both, dir: "pay", want: []string{"own/own.go:11", "pay.go:8"}},
		{name: "member alone", files: both, dir: "lib", env: []string{"GOWORK=off"}, want: []string{"more/more.go:8"}},
		{name: "GOWORK elsewhere", files: files(library("lib"), pay("pay/", ""), map[string]string{"up/go.work": "go 1.26\n\nuse (\n\t../lib\n\t../pay\n)\n"}), dir: "pay",
			make: func(t *testing.T, root string) string {
				t.Setenv("GOWORK", filepath.Join(root, "up", "go.work"))
				return filepath.Join(root, "pay")
			}, want: []string{"own/own.go:11", "pay.go:8"}},
		{name: "replaced inside", files: files(pay("", uses("./lib")), library("lib")), want: []string{"own/own.go:11", "pay.go:8"}},
		{name: "replaced beside", files: files(pay("pay/", uses("../lib")), library("lib")), dir: "pay", want: []string{"own/own.go:11", "pay.go:8"}},
		{name: "replaced by name", files: files(pay("pay/", uses("../lib")), library("lib")), dir: "pay", args: []string{lib + "/..."}, want: []string{"../lib/more/more.go:8"}},
		{name: "replaced by workspace", files: files(pay("pay/", "\nrequire "+lib+" v0.0.0\n"), library("lib"), map[string]string{"go.work": "go 1.26\n\nuse ./pay\n\nreplace " + lib + " => ./lib\n"}),
			vet: []string{"work"}, want: []string{"pay/own/own.go:11", "pay/pay.go:8"}},
		{name: "vendored", files: vendored("example.com/m"), make: goCommand("mod", "vendor"), want: []string{"own/own.go:11"}},
		{name: "vendored, no dot", files: vendored("shop"), make: goCommand("mod", "vendor"), env: []string{"GOFLAGS=-mod=vendor"}, want: []string{"own/own.go:11"}},
		{name: "vendored, not used", files: vendored("example.com/m"), make: goCommand("mod", "vendor"), env: []string{"GOFLAGS=-mod=mod"}, want: []string{"m.go:8", "own/own.go:11"}},
		{name: "vendored workspace", files: files(pay("pay/", "\nrequire "+lib+" v0.0.0\n"), library("lib"), map[string]string{"go.work": "go 1.26\n\nuse ./pay\n\nreplace " + lib + " => ./lib\n"}),
			make: goCommand("work", "vendor"), vet: []string{"work"}, want: []string{"pay/own/own.go:11"}},
		{name: "nested module outside", files: files(pay("", uses("./lib")), library("lib")), dir: "lib", want: []string{"more/more.go:8"}},
		{name: "below a folder called vendor", files: map[string]string{"vendor/m/go.mod": goMod, "vendor/m/again/again.go": again, "vendor/m/m.go": mistake("m", "example.com/m/again")}, dir: "vendor/m", want: []string{"m.go:8"}},
		{name: "below a folder with a version", files: map[string]string{"m@v1.2.3/go.mod": goMod, "m@v1.2.3/again/again.go": again, "m@v1.2.3/m.go": mistake("m", "example.com/m/again")}, dir: "m@v1.2.3", want: []string{"m.go:8"}},
		{name: "replaced below such folders", files: files(pay("vendor/x@v1/pay/", uses("../lib")), library("vendor/x@v1/lib")), dir: "vendor/x@v1/pay", want: []string{"own/own.go:11", "pay.go:8"}},
	})
}

// TestModulePaths: an import path tells nothing of where a package comes from.
func TestModulePaths(t *testing.T) {
	at := func(dir, path string) map[string]string {
		return map[string]string{dir + "go.mod": mod(path), dir + "again/again.go": again, dir + "pay/pay.go": mistake("pay", path+"/again"), dir + "internal/log/log.go": alone("log", "Log")}
	}
	want := []string{"internal/log/log.go:11", "pay/pay.go:8"}
	run(t, []row{
		{name: "major version", files: at("", "example.com/m/v2"), want: want},
		{name: "gopkg.in", files: at("", "gopkg.in/m.v3"), want: want},
		{name: "no dot", files: at("", "shop"), want: want},
		{name: "like net", files: at("", "net/pay"), want: want},
		{name: "like net, in src", files: at("src/net/pay/", "net/pay"), dir: "src/net/pay", want: want},
		{name: "command", files: at("src/cmd/pay/", "cmd/pay"), dir: "src/cmd/pay", want: want},
		{name: "capitals and a space", files: at("My Shop ñ/", "example.com/My-Shop"), dir: "My Shop ñ", want: want},
		{name: "file argument", files: at("", "example.com/m"), args: []string{"pay/pay.go"}, want: []string{"pay/pay.go:8"}},
		{name: "several directories", files: at("", "example.com/m"), args: []string{"./pay", "./internal/..."}, want: want},
		{name: "from below", files: at("", "example.com/m"), dir: "pay", args: []string{"../..."}, want: []string{"../internal/log/log.go:11", "pay.go:8"}},
		{name: "by import path", files: at("", "example.com/m"), dir: "internal", args: []string{"example.com/m/pay"}, want: []string{"../pay/pay.go:8"}},
		{name: "through a symlink", files: at("real/", "example.com/m"), make: linked("real"), want: want},
		{name: "other GOROOT", files: at("", "example.com/m"), make: otherRoot, want: want},
	})
}

// linked is a symbolic link to a directory of the program.
func linked(dir string) func(*testing.T, string) string {
	return func(t *testing.T, root string) string {
		link := filepath.Join(root, "link")
		if err := os.Symlink(filepath.Join(root, dir), link); err != nil {
			t.Skip(err)
		}
		return link
	}
}

// otherRoot is the Go installation under another name.
func otherRoot(t *testing.T, root string) string {
	res := tooltest.Execute(t, root, nil, "go", "env", "GOROOT")
	link := filepath.Join(t.TempDir(), "go")
	if err := os.Symlink(filepath.Clean(res.Stdout[:len(res.Stdout)-1]), link); err != nil {
		t.Skip(err)
	}
	t.Setenv("GOROOT", link)
	return root
}
