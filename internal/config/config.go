// Package config finds and reads the settings of a program: the file .idemvet.yml.
//
// What it yields is data that is handed down. Two forms of it enter keys under which results are kept: the ID of the
// models, and, for go vet, which knows nothing of this file, its canonical JSON in a flag.
package config

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/nearest"
)

// Name is the file that is looked for.
const Name = ".idemvet.yml"

// Config is what a file says. The zero value says nothing.
type Config struct {
	File    string         // "" if there is none
	Sources []model.Source // the model files, sorted by name, relative to the directory of File
	Models  *model.Rows    // what they say
}

// Resolve reads the settings for a working directory: from file, or else from the nearest file named Name in the directory
// or above, up to the root of the workspace or module. A relative file is one of the directory.
func Resolve(dir, file string) (*Config, error) {
	if file == "" {
		if file = find(dir); file == "" {
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
		return nil, fmt.Errorf("cannot read the configuration %s: %w", shown, cause(err))
	}
	c := &Config{File: file}
	patterns, err := parse(shown, text)
	if err == nil {
		err = c.read(shown, patterns)
	}
	if err != nil {
		return nil, err
	}
	return c, nil
}

// find looks for the file from a directory upwards.
func find(dir string) string {
	top := Root(dir)
	for {
		file := filepath.Join(dir, Name)
		if info, err := os.Stat(file); err == nil && !info.IsDir() {
			return file
		}
		parent := filepath.Dir(dir)
		if dir == top || parent == dir {
			return ""
		}
		dir = parent
	}
}

// Root is the directory of the workspace that dir is in, or of its module, or dir itself.
func Root(dir string) string {
	if work := os.Getenv("GOWORK"); work != "off" {
		if work == "" {
			work = above(dir, "go.work")
		}
		if work != "" && within(dir, filepath.Dir(work)) {
			return filepath.Dir(work)
		}
	}
	if mod := above(dir, "go.mod"); mod != "" {
		return filepath.Dir(mod)
	}
	return dir
}

// above is the nearest file of that name in a directory or above it.
func above(dir, name string) string {
	for {
		file := filepath.Join(dir, name)
		if info, err := os.Stat(file); err == nil && !info.IsDir() {
			return file
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return ""
		}
		dir = parent
	}
}

func within(dir, top string) bool {
	rel, err := filepath.Rel(top, dir)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

// keys are what a file may say.
var keys = []string{"version", "models"}

// pattern is a model file or a glob, and where it stands.
type pattern struct {
	text string
	line int
}

// parse reads the file strictly: what is not understood is an error that names file and line.
func parse(name string, text []byte) ([]pattern, error) {
	var doc yaml.Node
	if err := yaml.Unmarshal(text, &doc); err != nil {
		return nil, fmt.Errorf("%s:%s", name, strings.TrimPrefix(strings.TrimPrefix(err.Error(), "yaml: "), "line "))
	}
	if doc.Kind == 0 || len(doc.Content) == 1 && doc.Content[0].Tag == "!!null" {
		return nil, nil // nothing but comments
	}
	top := doc.Content[0]
	if top.Kind != yaml.MappingNode {
		return nil, fmt.Errorf("%s:%d: want keys and values, such as models: [models.yaml]", name, top.Line)
	}
	var list []pattern
	seen := map[string]int{}
	for i := 0; i+1 < len(top.Content); i += 2 {
		k, v := top.Content[i], top.Content[i+1]
		if first, ok := seen[k.Value]; ok {
			return nil, fmt.Errorf("%s:%d: %s is also in line %d", name, k.Line, k.Value, first)
		}
		seen[k.Value] = k.Line
		var err error
		switch k.Value {
		case "version":
			if v.Value != "1" {
				err = fmt.Errorf("version %s is not known; want 1", v.Value)
			}
		case "models":
			list, err = patterns(v)
		default:
			err = nearest.Unknown("key", k.Value, keys)
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, k.Line, err)
		}
	}
	return list, nil
}

func patterns(n *yaml.Node) ([]pattern, error) {
	items := []*yaml.Node{n}
	if n.Kind == yaml.SequenceNode {
		items = n.Content
	}
	var list []pattern
	for _, item := range items {
		if item.Kind != yaml.ScalarNode || item.Tag != "!!str" || item.Value == "" {
			return nil, errors.New("models wants a list of files, such as [models.yaml, \"models/*.yaml\"]")
		}
		list = append(list, pattern{item.Value, item.Line})
	}
	return list, nil
}

// read reads the model files. Names are relative to the configuration file, so that they, and what they are part of, do not
// depend on where the program is checked out.
func (c *Config) read(shown string, list []pattern) error {
	dir := filepath.Dir(c.File)
	for _, p := range list {
		files, err := filepath.Glob(filepath.Join(dir, filepath.FromSlash(p.text)))
		if err != nil {
			return fmt.Errorf("%s:%d: bad pattern %q", shown, p.line, p.text)
		}
		if len(files) == 0 {
			return fmt.Errorf("%s:%d: models: no file %s", shown, p.line, p.text)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				return fmt.Errorf("%s:%d: models: cannot read %s: %w", shown, p.line, p.text, cause(err))
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
		prefix := strings.TrimSuffix(shown, filepath.Base(c.File))
		return fmt.Errorf("%s%w", prefix, err) // begins with the name of a model file
	}
	return nil
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
