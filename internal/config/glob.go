package config

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Glob is a pattern for names of files, with slashes. In it, * and ? stand for characters within a name, [a-z] for one of
// several, and ** for any number of folders.
type Glob struct {
	Text string
	Line int // of the configuration, 0 for those from elsewhere
}

// Files lists the files that the pattern names, sorted, with the directory in front. None at all is an error. Folders that
// begin with a dot are not searched.
func (g Glob) Files(dir string) ([]string, error) {
	if err := checkGlob(g.Text); err != nil {
		return nil, err
	}
	base, rest := splitGlob(g.Text)
	if !path.IsAbs(base) && !filepath.IsAbs(base) {
		base = filepath.Join(dir, filepath.FromSlash(base))
	}
	var found []string
	if len(rest) == 0 {
		if _, err := os.Stat(base); err == nil {
			found = append(found, base)
		}
	} else {
		found = walk(base, rest)
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("no file %s", g.Text)
	}
	return found, nil
}

// walk lists the files below a directory that match the parts. What cannot be read holds none.
func walk(base string, parts []string) (found []string) {
	deep := slices.Contains(parts, "**")
	_ = filepath.WalkDir(base, func(name string, d fs.DirEntry, err error) error {
		rel, relErr := filepath.Rel(base, name)
		if err != nil || relErr != nil || rel == "." {
			return nil //nolint:nilerr // what cannot be read is left out
		}
		names := strings.Split(filepath.ToSlash(rel), "/")
		switch {
		case d.IsDir() && (strings.HasPrefix(d.Name(), ".") || !deep && len(names) >= len(parts)):
			return filepath.SkipDir
		case !d.IsDir() && matchParts(parts, names):
			found = append(found, name)
		}
		return nil
	})
	return found
}

// splitGlob separates the folders in front, which are no patterns, from the rest.
func splitGlob(text string) (base string, rest []string) {
	parts := strings.Split(path.Clean(text), "/")
	n := slices.IndexFunc(parts, func(p string) bool { return strings.ContainsAny(p, `*?[\`) })
	if n < 0 {
		return path.Clean(text), nil
	}
	base = strings.Join(parts[:n], "/")
	if base == "" && strings.HasPrefix(text, "/") {
		base = "/"
	}
	return base, parts[n:]
}

// checkGlob tells what is wrong with a pattern.
func checkGlob(text string) error {
	if strings.HasPrefix(text, "!") {
		return fmt.Errorf("pattern %q: there are no exceptions; name what is meant", text)
	}
	for _, part := range strings.Split(text, "/") {
		if _, err := path.Match(part, ""); err != nil || part != "**" && strings.Contains(part, "**") {
			return fmt.Errorf("bad pattern %q", text)
		}
	}
	return nil
}

// checkExclude tells what is wrong with a pattern of files below the configuration.
func checkExclude(_ *reader, text string) error {
	if path.IsAbs(text) || filepath.IsAbs(text) || strings.HasPrefix(path.Clean(text), "..") {
		return fmt.Errorf("pattern %q: want one for files below the configuration, such as \"**/mocks/**\"", text)
	}
	return checkGlob(text)
}

// match reports whether a pattern names a file, or a folder that the file is in.
func match(pattern, file string) bool {
	parts, names := strings.Split(path.Clean(pattern), "/"), strings.Split(file, "/")
	for n := len(names); n > 0; n-- {
		if matchParts(parts, names[:n]) {
			return true
		}
	}
	return false
}

func matchParts(parts, names []string) bool {
	for ; len(parts) > 0; parts, names = parts[1:], names[1:] {
		if parts[0] == "**" {
			for n := range len(names) + 1 {
				if matchParts(parts[1:], names[n:]) {
					return true
				}
			}
			return false
		}
		if len(names) == 0 {
			return false
		}
		if ok, err := path.Match(parts[0], names[0]); !ok || err != nil {
			return false
		}
	}
	return len(names) == 0
}
