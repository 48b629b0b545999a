// Package config finds and reads the settings of a program: the file .idemvet.yml.
//
// What it yields is data that is handed down. Two forms of it enter keys under which results are kept: what changes the
// analysis itself (the ID of the models, the horizon), and, for go vet, which knows nothing of this file, its canonical JSON in a flag.
package config

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/rule"
)

// Name is the file that is looked for.
const Name = ".idemvet.yml"

// Config is what a file says. The zero value says nothing.
type Config struct {
	File string // "" if there is none
	Settings
	Sources  []model.Source // the model files, sorted by name, relative to the directory of File
	Models   *model.Rows    // what they say
	SQLFiles []string       // the SQL files that Schema names, absolute, sorted

	root    string           // what exclude is relative to, where that is not the directory of File
	entries map[string]entry // what the file sets, by key
}

// Settings are the values of a file. What it does not set is zero; Has tells the two apart.
type Settings struct {
	Version        int
	Select, Ignore []string
	Confidence     rule.Confidence
	Severity       map[string]rule.Severity // by rule, prefix or preset, as written
	Tests          bool
	Generated      bool
	Exclude        []string // globs of files, relative to the directory of the configuration
	Schema         []Glob   // of SQL files; none means the usual search
	Unique         map[string][][]string
	ModelFiles     []Glob
	Rules          RuleOptions
	FailOn         rule.Severity
	Baseline       string
	Tags           []string
	Link           bool
}

// RuleOptions are the options that rules have.
type RuleOptions struct {
	IDV601 ShortWindow `yaml:"IDV601"`
}

// ShortWindow are the options of IDV601.
type ShortWindow struct {
	// Horizon is the time after which no repeat comes any more, where the program itself does not say it; 0 is not known.
	Horizon time.Duration `yaml:"horizon"`
}

// Resolve reads the settings for a working directory: from file, or else from the one that Find finds. A relative file is
// one of the directory. The rules are those that the file may name. The error is the first mistake; Verify lists all.
func Resolve(dir, file string, rules []*rule.Meta) (*Config, error) {
	c, mistakes := Verify(dir, file, rules)
	if len(mistakes) > 0 {
		return nil, mistakes[0]
	}
	return c, nil
}

// Verify is Resolve for those who want to know of every mistake, in the order of lines. Each begins with file and line, as seen
// from the directory.
func Verify(dir, file string, rules []*rule.Meta) (*Config, []error) {
	if file == "" {
		if file = Find(dir); file == "" {
			return &Config{}, nil
		}
	} else if !filepath.IsAbs(file) {
		file = filepath.Join(dir, file)
	}
	shown := file
	if rel, err := filepath.Rel(dir, file); err == nil {
		shown = filepath.ToSlash(rel)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, []error{fmt.Errorf("cannot read the configuration %s: %w", shown, cause(err))}
	}
	c := &Config{File: file}
	r := &reader{name: shown, rules: rules}
	c.entries = r.read(text, &c.Settings)
	c.readModels(r)
	c.findSQL(r)
	slices.SortStableFunc(r.mistakes, func(a, b mistake) int { return a.line - b.line })
	var list []error
	for _, m := range r.mistakes {
		list = append(list, m.err)
	}
	return c, list
}

// Has reports whether the file sets a key.
func (c *Config) Has(name string) bool { _, ok := c.entries[name]; return ok }

// Line is where the file sets a key, 0 if it does not.
func (c *Config) Line(name string) int { return c.entries[name].line }

// Dir is the directory that file names are relative to, "" without a file.
func (c *Config) Dir() string {
	if c.root != "" || c.File == "" {
		return c.root
	}
	return filepath.Dir(c.File)
}

// Excludes reports whether findings in a file, given by its absolute name, are not wanted.
func (c *Config) Excludes(file string) bool {
	if len(c.Exclude) == 0 {
		return false
	}
	rel, err := filepath.Rel(c.Dir(), file)
	if err != nil || !within(file, c.Dir()) {
		return false
	}
	rel = filepath.ToSlash(rel)
	return slices.ContainsFunc(c.Exclude, func(g string) bool { return match(g, rel) })
}

// readModels reads the model files. Names are relative to the configuration file, so that they, and what they are part of, do
// not depend on where the program is checked out.
func (c *Config) readModels(r *reader) {
	dir := filepath.Dir(c.File)
	for _, g := range c.ModelFiles {
		files, err := g.Files(dir)
		if err != nil {
			r.addf(g.Line, "models: %w", err)
			continue
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				r.addf(g.Line, "models: cannot read %s: %w", g.Text, cause(err))
				continue
			}
			name, err := filepath.Rel(dir, file)
			if err != nil {
				name = filepath.Base(file)
			}
			c.add(model.Source{Name: filepath.ToSlash(name), Text: string(text)})
		}
	}
	var err error
	if c.Models, err = model.NewRows(c.Sources); err != nil {
		prefix := strings.TrimSuffix(r.name, filepath.Base(c.File))
		r.mistakes = append(r.mistakes, mistake{c.Line("models"), fmt.Errorf("%s%w", prefix, err)}) // begins with the name of a model file
	}
}

// findSQL lists the SQL files. They are read when there is a question to them.
func (c *Config) findSQL(r *reader) {
	for _, g := range c.Schema {
		files, err := g.Files(filepath.Dir(c.File))
		if err != nil {
			r.addf(g.Line, "schema: %w", err)
		}
		c.SQLFiles = append(c.SQLFiles, files...)
	}
	slices.Sort(c.SQLFiles)
	c.SQLFiles = slices.Compact(c.SQLFiles)
}

// add keeps the files sorted. One that two patterns name counts once.
func (c *Config) add(src model.Source) {
	i, found := slices.BinarySearchFunc(c.Sources, src.Name, func(s model.Source, name string) int { return strings.Compare(s.Name, name) })
	if !found {
		c.Sources = slices.Insert(c.Sources, i, src)
	}
}

// cause drops the name from a file error.
func cause(err error) error {
	var e *os.PathError
	if errors.As(err, &e) {
		return e.Err
	}
	return err
}
