package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/idemvet/idemvet/analyzers"
	"github.com/idemvet/idemvet/internal/config"
	"github.com/idemvet/idemvet/internal/load"
)

// cache checks that results are kept.
func (d *doctor) cache() {
	dir := load.CacheDir("")
	if dir == "off" {
		d.add("cache", doubt, "unset IDEMVET_CACHE, or give it a directory", "off: every run does all the work again")
		return
	}
	if dir == "" {
		d.add("cache", doubt, "set IDEMVET_CACHE to a directory", "there is no user's cache directory: every run does all the work again")
		return
	}
	err := os.MkdirAll(dir, 0o777)
	if err == nil {
		var f *os.File
		if f, err = os.CreateTemp(dir, "doctor"); err == nil {
			_ = f.Close()
			err = os.Remove(f.Name())
		}
	}
	if err != nil {
		d.add("cache", doubt, "make it writable, or set IDEMVET_CACHE to a directory that is", "%s is not writable (%v): every run does all the work again", dir, cause(err))
		return
	}
	d.add("cache", healthy, "", "%s, %d MB", dir, size(dir)>>20)
}

// size is how many bytes the files below a directory have.
func size(dir string) int64 {
	var sum int64
	_ = filepath.WalkDir(dir, func(_ string, e fs.DirEntry, err error) error {
		if err == nil && e.Type().IsRegular() {
			if info, err := e.Info(); err == nil {
				sum += info.Size()
			}
		}
		return nil
	})
	return sum
}

// path checks what `which idemvet` gives to go vet. An empty -vettool= makes go vet run its own checks and say nothing.
func (d *doctor) path() {
	name, err := exec.LookPath("idemvet")
	if err != nil {
		d.add("vettool", doubt, "put idemvet in PATH, or give -vettool its whole name", "idemvet is not in PATH: go vet -vettool=$(which idemvet) would run plain go vet, and find nothing")
		return
	}
	if hashFile(name) != executable() {
		d.add("vettool", doubt, "put the directory of the one you mean first in PATH", "%s comes first in PATH, and is another build than this one", name)
		return
	}
	d.add("vettool", healthy, "", "%s is this idemvet", name)
}

// settings checks the configuration, and what it names.
func (d *doctor) settings() {
	c, mistakes := config.Verify(d.base, d.config, analyzers.Metas())
	switch {
	case len(mistakes) > 0:
		d.add("config", sick, "idemvet config verify lists all mistakes", "%v (1 of %d)", mistakes[0], len(mistakes))
		return
	case c.File == "":
		d.add("config", healthy, "", "%s: the defaults hold", noConfig)
	default:
		d.add("config", healthy, "", "%s", c.File)
	}
	if c.Has("baseline") {
		d.baseline(c)
	}
	d.schema(c)
}

// baseline checks that the file of known findings can be read. Which of them are stale only an analysis tells.
func (d *doctor) baseline(c *config.Config) {
	text, err := os.ReadFile(c.BaselineFile())
	var object map[string]json.RawMessage
	if err == nil {
		err = json.Unmarshal(text, &object)
	}
	if err != nil {
		d.add("baseline", sick, "write it with idemvet baseline write, or take baseline out of the configuration", "%s cannot be read: %v", c.Baseline, cause(err))
		return
	}
	d.add("baseline", healthy, "", "%s; idemvet baseline check tells whether it is up to date", c.Baseline)
}

// schema checks whether there is anything that tells of unique keys.
func (d *doctor) schema(c *config.Config) {
	root := config.Root(d.base)
	s, err := readSchema(root, c.SQLFiles)
	if err != nil {
		d.add("schema", doubt, "", "%v", err)
		return
	}
	help := ""
	if len(s.Problems) > 0 {
		help = "left out: " + s.Problems[0]
		if n := len(s.Problems); n > 1 {
			help += fmt.Sprintf(", and %d more", n-1)
		}
	}
	switch n := len(s.Tables()); {
	case n == 0 && len(c.Unique) == 0:
		d.add("schema", doubt, "name SQL files under schema, or keys under unique, if the program has a database", "no SQL file defines a table: findings that a unique key would refute stay less sure")
	case help != "":
		d.add("schema", doubt, help, "%d tables", n)
	default:
		d.add("schema", healthy, "", "%d tables in SQL files, %d in the configuration", n, len(c.Unique))
	}
}

// git checks whether revisions can be compared.
func (d *doctor) git(ctx context.Context) {
	if _, err := exec.LookPath("git"); err != nil {
		d.add("git", doubt, "install git to compare with another revision", "git is not in PATH")
		return
	}
	out, err := d.run(ctx, "git", "rev-parse", "--is-shallow-repository")
	switch {
	case err != nil:
		d.add("git", healthy, "", "no repository here; nothing to compare with")
	case strings.TrimSpace(string(out)) == "true":
		d.add("git", doubt, "git fetch --unshallow, or fetch-depth: 0 in the checkout of the CI system", "a shallow clone: older revisions to compare with are not there")
	default:
		d.add("git", healthy, "", "the whole history is there")
	}
}
