package baseline

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/idemvet/idemvet/internal/nearest"
)

// Parse reads a file strictly: what is not understood is an error that begins with name and line. A file that is read by
// halves would bring old findings back as new ones, or hide new ones.
func Parse(name string, text []byte) (*Baseline, error) {
	r := reader{Decoder: json.NewDecoder(bytes.NewReader(text)), text: text, b: &Baseline{}, seen: map[string]int{}}
	line, err := r.syntax()
	if err == nil {
		err = r.file()
		line = r.line(r.InputOffset())
		if at := (*misplaced)(nil); errors.As(err, &at) {
			line = at.line
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%s:%d: %w", name, line, err)
	}
	slices.SortFunc(r.b.Entries, compare) // a merge may have mixed them
	return r.b, nil
}

// reader walks a file token by token: only so a mistake in a value has a line.
type reader struct {
	*json.Decoder
	text []byte
	b    *Baseline
	seen map[string]int // key or fingerprint → line
}

// misplaced is a mistake in a value that the decoder has left behind.
type misplaced struct {
	error
	line int
}

func (m *misplaced) Unwrap() error { return m.error }

func (r *reader) line(offset int64) int {
	return 1 + bytes.Count(r.text[:min(offset, int64(len(r.text)))], []byte("\n"))
}

// syntax looks at the whole file first: the offsets of a decoder that is asked for tokens are not those of the file.
func (r *reader) syntax() (int, error) {
	var raw json.RawMessage
	err := json.Unmarshal(r.text, &raw)
	if bad := (*json.SyntaxError)(nil); errors.As(err, &bad) {
		return r.line(max(bad.Offset-1, 0)), fmt.Errorf("damaged JSON: %w; restore the file, or write it again with idemvet baseline write", err)
	}
	return 1, err
}

func (r *reader) file() error {
	if err := r.open('{', "an object"); err != nil {
		return err
	}
	for r.More() {
		t, err := r.Token()
		if err != nil {
			return err
		}
		key, _ := t.(string)
		if first := r.seen[key]; first > 0 {
			return fmt.Errorf("%q is also in line %d", key, first)
		}
		r.seen[key] = r.line(r.InputOffset())
		if err := r.value(key); err != nil {
			return plain(err)
		}
	}
	for _, key := range []string{"version", "findings"} {
		if r.seen[key] == 0 {
			return fmt.Errorf("no %q: not a baseline", key)
		}
	}
	return nil
}

// open consumes the beginning of an object or list.
func (r *reader) open(want json.Delim, what string) error {
	switch t, err := r.Token(); {
	case err != nil:
		return err
	case t != want:
		return fmt.Errorf("want %s", what)
	}
	return nil
}

func (r *reader) value(key string) error {
	switch key {
	case "version":
		var v int
		if err := r.Decode(&v); err != nil {
			return err
		}
		if v != version {
			return fmt.Errorf("version %d is not known, only %d; use a newer idemvet, or write the file again with idemvet baseline write", v, version)
		}
		return nil
	case "tool":
		return r.Decode(&r.b.Tool)
	case "findings":
		return r.entries()
	}
	return nearest.Unknown("key", key, []string{"version", "tool", "findings"})
}

func (r *reader) entries() error {
	if err := r.open('[', "a list of findings"); err != nil {
		return err
	}
	for r.More() {
		var raw json.RawMessage
		if err := r.Decode(&raw); err != nil {
			return err
		}
		at := r.line(r.InputOffset() - int64(len(raw)))
		e, err := entry(raw)
		if first := r.seen[e.Fingerprint]; err == nil && first > 0 {
			err = fmt.Errorf("fingerprint %s is also in line %d; leave one, its count the sum", e.Fingerprint, first)
		}
		if err != nil {
			return &misplaced{err, at}
		}
		r.seen[e.Fingerprint] = at
		r.b.Entries = append(r.b.Entries, e)
	}
	_, err := r.Token()
	return err
}

func entry(raw []byte) (e Entry, err error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&e); err != nil {
		return e, plain(err)
	}
	switch {
	case !strings.HasPrefix(e.Fingerprint, "idv1:"):
		return e, fmt.Errorf("want a fingerprint that begins with idv1:, not %q", e.Fingerprint)
	case e.Rule == "" || e.Package == "":
		return e, errors.New("want a rule and a package")
	case e.Count < 1:
		return e, fmt.Errorf("want a count of at least 1, not %d", e.Count)
	}
	return e, nil
}

// plain says in our words what the decoder says in those of Go.
func plain(err error) error {
	if bad := (*json.UnmarshalTypeError)(nil); errors.As(err, &bad) {
		if bad.Field == "" {
			return fmt.Errorf("want no %s here", bad.Value)
		}
		return fmt.Errorf("%s cannot be a %s", bad.Field, bad.Value)
	}
	if key, ok := strings.CutPrefix(err.Error(), "json: unknown field "); ok {
		return nearest.Unknown("key", strings.Trim(key, `"`), []string{"fingerprint", "rule", "package", "file", "function", "count"})
	}
	return err
}
