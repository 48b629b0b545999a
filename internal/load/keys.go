package load

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// formats of cached values. They change whenever the code that makes the value does.
const (
	foreignFormat = "foreign 1"
	ownFormat     = "own 3"
)

// digest builds a hash from parts that cannot run into each other.
func digest(parts ...any) hash {
	h := sha256.New()
	for _, p := range parts {
		fmt.Fprintf(h, "%q\n", fmt.Sprint(p))
	}
	return hash(h.Sum(nil))
}

// configuration is what the lists of files do not show of the build. Tags and cgo are visible in the file names.
func (e *buildEnv) configuration() string {
	return e.GOVERSION + " " + e.GOOS + "/" + e.GOARCH + " " + e.GOEXPERIMENT
}

// hashContents hashes the files of all packages whose files can change. A file that cannot be read is reported by
// whoever needs its contents.
func (l *loader) hashContents() {
	var list []*node
	for _, n := range l.graph.order {
		if n.kind != foreign || !n.immutable(l.env) {
			list = append(list, n)
		}
	}
	parallel(l.workers, list, func(n *node) { _, n.content, _ = readFiles(n) })
}

// withStatements adds the SQL files that a package embeds to the hash of its contents: the engine reads statements in them.
func (n *node) withStatements(content hash) hash {
	parts := []any{content}
	for _, name := range n.EmbedFiles {
		if strings.HasSuffix(name, ".sql") {
			data, err := os.ReadFile(n.file(name))
			parts = append(parts, name, sha256.Sum256(data), err == nil)
		}
	}
	if len(parts) == 1 {
		return content
	}
	return digest(parts...)
}

// readFiles returns the files of n and their common hash.
func readFiles(n *node) ([][]byte, hash, error) {
	h := sha256.New()
	out := make([][]byte, len(n.files))
	for i, name := range n.files {
		data, err := os.ReadFile(n.file(name))
		if err != nil {
			return nil, hash{}, fmt.Errorf("cannot read a file: %w", err)
		}
		fmt.Fprintf(h, "%q %d\n", name, len(data))
		h.Write(data)
		out[i] = data
	}
	return out, n.withStatements(hash(h.Sum(nil))), nil
}

func (n *node) file(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(n.Dir, name)
}

// foreignKey identifies the types of a foreign package: what is in its files, and the keys of its imports. For the
// standard library and the module cache the version stands for the contents, and no file is read.
func (l *loader) foreignKey(n *node) hash {
	parts := []any{foreignFormat, l.env.configuration(), n.path, n.Name, n.moduleID(), n.goVersion, n.files, n.CgoFiles}
	if !n.immutable(l.env) {
		parts = append(parts, n.content)
	}
	if n.Error != nil {
		parts = append(parts, n.Error.Err)
	}
	for _, d := range n.deps {
		parts = append(parts, d.ImportPath, d.key)
	}
	return digest(parts...)
}

// ownKey identifies the result of an own package. Of an own import only the visible types and the facts count, so an
// edit that changes neither stops at the package that was edited.
func (l *loader) ownKey(n *node) hash {
	parts := []any{ownFormat, l.opt.Salt, l.opt.Models.ID(), l.opt.Horizon, l.env.configuration(), n.ImportPath, n.kind, n.goVersion, n.content, n.CgoFiles, l.opt.Link}
	if n.Error != nil {
		parts = append(parts, n.Error.Err)
	}
	for _, d := range n.deps {
		parts = append(parts, d.ImportPath)
		if d.kind == foreign || d.state == nil {
			parts = append(parts, d.key)
		} else {
			parts = append(parts, d.api, d.facts)
		}
		if d.Error != nil {
			parts = append(parts, d.Error.Err)
		}
	}
	return digest(parts...)
}

// parallel calls f for each element with a bounded number of goroutines.
func parallel[T any](workers int, list []T, f func(T)) {
	next := make(chan T)
	var wg sync.WaitGroup
	for range min(workers, len(list)) {
		wg.Go(func() {
			for x := range next {
				f(x)
			}
		})
	}
	for _, x := range list {
		next <- x
	}
	close(next)
	wg.Wait()
}
