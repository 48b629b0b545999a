package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/idemvet/idemvet/internal/output"
	"github.com/idemvet/idemvet/internal/report"
)

// sink is one format and where it goes.
type sink struct {
	format output.Format
	path   string // "" is the standard output
	name   string // the same as it was given
}

// sinks reads the --format words (NAME or NAME=PATH) and --output, which names the file of the one format without a path. Paths
// are seen from a directory.
func sinks(dir string, words []string, file string) ([]sink, error) {
	var out []sink
	free := -1
	for _, word := range words {
		name, path, named := strings.Cut(word, "=")
		format, err := output.ByName(name)
		if err != nil {
			return nil, err
		}
		if named && path == "" {
			return nil, fmt.Errorf("--format %s: a file must follow the equals sign", word)
		}
		if path == "" {
			if free >= 0 {
				return nil, fmt.Errorf("two formats for one output: give all but one a file, as in --format %s=FILE", name)
			}
			free = len(out)
		}
		out = append(out, sink{format: format, path: path})
	}
	if file != "" {
		if free < 0 {
			return nil, fmt.Errorf("--output %s: every format has a file already", file)
		}
		out[free].path = file
	}
	for i := range out {
		if s := &out[i]; s.path != "" {
			s.name = s.path
			if !filepath.IsAbs(s.path) {
				s.path = filepath.Join(dir, s.path)
			}
		}
	}
	return out, apart(out)
}

// apart refuses two formats for one file: the second would replace the first.
func apart(list []sink) error {
	for i, s := range list {
		if s.path != "" && slices.ContainsFunc(list[:i], func(t sink) bool { return sameFile(s.path, t.path) }) {
			return fmt.Errorf("two formats for one output: %s; give each its own file", s.name)
		}
	}
	return nil
}

// sameFile reports whether two paths lead to one file, which need not exist.
func sameFile(a, b string) bool {
	if b == "" {
		return false
	}
	one, err1 := filepath.Abs(a)
	two, err2 := filepath.Abs(b)
	if err1 == nil && err2 == nil && one == two {
		return true
	}
	first, err1 := os.Stat(a)
	second, err2 := os.Stat(b)
	return err1 == nil && err2 == nil && os.SameFile(first, second)
}

// prepare opens the files before the work begins, so that a bad path is told at once.
func prepare(sinks []sink) ([]*pending, error) {
	var out []*pending
	for _, s := range sinks {
		if s.path == "" {
			out = append(out, nil)
			continue
		}
		p, err := create(s.path, s.name)
		if err != nil {
			discard(out)
			return nil, err
		}
		out = append(out, p)
	}
	return out, nil
}

// publish writes the report to every sink. Files get their names only when all that was to be written is written.
func publish(sinks []sink, files []*pending, stdout io.Writer, r *report.Report, o output.Options, color colorMode) error {
	for i, s := range sinks {
		w, name := stdout, "to the standard output"
		if files[i] != nil {
			w, name = files[i].file, s.name
		}
		o.Color = color.on(w)
		if err := s.format(w, r, o); err != nil {
			return unwritten(name, err)
		}
	}
	for _, step := range []func(*pending) error{(*pending).close, (*pending).commit} {
		for i, p := range files {
			if p == nil {
				continue
			}
			if err := step(p); err != nil {
				return unwritten(sinks[i].name, err)
			}
		}
	}
	return nil
}

// pending is a file that appears under its name only when it is complete.
type pending struct {
	file *os.File
	path string // "" when written in place: a device or pipe cannot be replaced
}

func create(path, name string) (*pending, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return nil, unwritten(name, err)
		}
		return &pending{file: f}, nil
	} else if err == nil && info.IsDir() {
		return nil, fmt.Errorf("cannot write %s: is a directory", name)
	}
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return nil, unwritten(name, err)
	}
	return &pending{f, path}, nil
}

// close ends the writing: some systems tell only now that it failed.
func (p *pending) close() error { return p.file.Close() }

// commit gives a closed file its name.
func (p *pending) commit() error {
	if p.path == "" {
		return nil
	}
	if err := os.Chmod(p.file.Name(), 0o644); err != nil {
		return err
	}
	return os.Rename(p.file.Name(), p.path)
}

// discard removes what was not committed.
func discard(files []*pending) {
	for _, p := range files {
		if p != nil {
			_ = p.file.Close()
			if p.path != "" {
				_ = os.Remove(p.file.Name())
			}
		}
	}
}

// unwritten says what could not be written.
func unwritten(name string, err error) error {
	return fmt.Errorf("cannot write %s: %w", name, cause(err))
}

// cause drops the temporary name from a file error.
func cause(err error) error {
	var e *os.PathError
	if errors.As(err, &e) {
		return e.Err
	}
	var l *os.LinkError
	if errors.As(err, &l) {
		return l.Err
	}
	return err
}
