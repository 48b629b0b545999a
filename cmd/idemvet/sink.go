package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/idemvet/idemvet/internal/output"
	"github.com/idemvet/idemvet/internal/report"
)

// sink is one format and where it goes.
type sink struct {
	format output.Format
	path   string // "" is the standard output
}

// sinks reads the --format words (NAME or NAME=PATH) and --output, which names the file of the one format without a path.
func sinks(words []string, file string) ([]sink, error) {
	var out []sink
	free := -1
	for _, word := range words {
		name, path, _ := strings.Cut(word, "=")
		format, err := output.ByName(name)
		if err != nil {
			return nil, err
		}
		if path == "" {
			if free >= 0 {
				return nil, fmt.Errorf("two formats for one output: give all but one a file, as in --format %s=FILE", name)
			}
			free = len(out)
		}
		out = append(out, sink{format, path})
	}
	if file != "" {
		if free < 0 {
			return nil, fmt.Errorf("--output %s: every format has a file already", file)
		}
		out[free].path = file
	}
	return out, nil
}

// prepare opens the files before the work begins, so that a bad path is told at once.
func prepare(sinks []sink) ([]*pending, error) {
	var out []*pending
	for _, s := range sinks {
		if s.path == "" {
			out = append(out, nil)
			continue
		}
		p, err := create(s.path)
		if err != nil {
			discard(out)
			return nil, err
		}
		out = append(out, p)
	}
	return out, nil
}

// publish writes the report to every sink.
func publish(sinks []sink, files []*pending, stdout io.Writer, r *report.Report, o output.Options, color colorMode) error {
	for i, s := range sinks {
		w := stdout
		if files[i] != nil {
			w = files[i].file
		}
		o.Color = color.on(w)
		if err := s.format(w, r, o); err != nil {
			return err
		}
		if files[i] != nil {
			if err := files[i].commit(); err != nil {
				return err
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

func create(path string) (*pending, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		return &pending{file: f}, err
	} else if err == nil && info.IsDir() {
		return nil, fmt.Errorf("cannot write %s: is a directory", path)
	}
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return nil, fmt.Errorf("cannot write %s: %w", path, cause(err))
	}
	return &pending{f, path}, nil
}

// commit closes the file and gives it its name.
func (p *pending) commit() error {
	err := p.file.Close()
	if p.path == "" || err != nil {
		return err
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

// cause drops the temporary name from a file error.
func cause(err error) error {
	var e *os.PathError
	if errors.As(err, &e) {
		return e.Err
	}
	return err
}
