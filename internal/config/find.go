package config

import (
	"os"
	"path/filepath"
	"strings"
)

// Find is the file that holds in a directory: the nearest one named Name in it or above, up to the root of the workspace or
// module. It is "" if there is none.
func Find(dir string) string {
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
