// Package lib makes the declarations of libraries available as types: it has the go command download modules and reads
// their source without function bodies, so nothing is compiled.
package lib

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"time"

	"golang.org/x/mod/module"
)

// Module is one version of a module, in the module cache.
type Module struct {
	Path, Version string
	Dir           string // its files
	GoMod         string // its go.mod; the go command makes one up where the module has none
}

// Env is what the go command says about itself.
type Env struct {
	GOROOT, GOMODCACHE, GOVERSION string
}

// Cache finds modules. It is safe for concurrent use.
type Cache struct {
	Env
	// Dependencies gives versions that take the place of what the go.mod files of libraries ask for, so that not every
	// library brings its own version of a large module; and those of modules that libraries without a go.mod import.
	Dependencies map[string]string

	empty string // a folder outside of any module, where the go command runs

	mu   sync.Mutex
	mods map[string]*fetched
}

type fetched struct {
	once sync.Once
	mod  *Module
	err  error
}

// NewCache asks the go command for its environment.
func NewCache() (*Cache, error) {
	c := &Cache{mods: map[string]*fetched{}}
	dir, err := os.MkdirTemp("", "verify")
	if err != nil {
		return nil, err
	}
	c.empty = dir
	out, err := c.Go("env", "-json", "GOROOT", "GOMODCACHE", "GOVERSION")
	if err != nil {
		return nil, err
	}
	return c, json.Unmarshal(out, &c.Env)
}

// Close removes the working folder.
func (c *Cache) Close() error { return os.RemoveAll(c.empty) }

// Go runs the go command outside of any module and returns its standard output, also when it fails. The go command
// downloads as many modules at a time as it may use processors; most of that time is spent waiting.
func (c *Cache) Go(args ...string) ([]byte, error) {
	cmd := exec.Command("go", args...)
	cmd.Dir = c.empty
	cmd.Env = append(os.Environ(), "GO111MODULE=on", "GOWORK=off", "GOMAXPROCS=8")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		err = fmt.Errorf("go %s: %w: %s", args[0], err, strings.TrimSpace(stderr.String()))
	}
	return out, err
}

// Get returns a module version and downloads it if needed.
func (c *Cache) Get(path, version string) (*Module, error) {
	key := path + "@" + version
	c.mu.Lock()
	f := c.mods[key]
	if f == nil {
		f = new(fetched)
		c.mods[key] = f
	}
	c.mu.Unlock()
	f.once.Do(func() {
		if f.mod = c.onDisk(path, version); f.mod == nil {
			f.mod, f.err = c.download(key)
		}
	})
	return f.mod, f.err
}

// Prefetch downloads module versions ("path@version") in one go. What cannot be had is reported by Get.
func (c *Cache) Prefetch(list []string) {
	var missing []string
	for _, key := range list {
		path, version, _ := strings.Cut(key, "@")
		if c.onDisk(path, version) == nil {
			missing = append(missing, key)
		}
	}
	const batch = 40
	for len(missing) > 0 {
		n := min(batch, len(missing))
		_, _ = c.Go(append([]string{"mod", "download", "-json"}, missing[:n]...)...)
		missing = missing[n:]
	}
}

// onDisk returns a module that the go command has already downloaded and checked, or nil. Like the go command it takes
// an extracted folder for complete when the hash is there and no mark of an unfinished extraction.
func (c *Cache) onDisk(path, version string) *Module {
	escPath, err1 := module.EscapePath(path)
	escVersion, err2 := module.EscapeVersion(version)
	if err1 != nil || err2 != nil {
		return nil
	}
	meta := filepath.Join(c.GOMODCACHE, "cache", "download", filepath.FromSlash(escPath), "@v", escVersion)
	m := &Module{
		Path: path, Version: version, GoMod: meta + ".mod",
		Dir: filepath.Join(c.GOMODCACHE, filepath.FromSlash(escPath)+"@"+escVersion),
	}
	if exists(m.Dir) && exists(meta+".ziphash") && exists(m.GoMod) && !exists(meta+".partial") {
		return m
	}
	return nil
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// download has the go command fetch a module version. What went wrong on the way is tried again; a refusal is not.
func (c *Cache) download(key string) (*Module, error) {
	for try := 1; ; try++ {
		m, err := c.downloadOnce(key)
		if err == nil || try == 3 || !passing.MatchString(err.Error()) {
			return m, err
		}
		time.Sleep(time.Duration(try) * time.Second)
	}
}

// passing matches errors that say nothing about the module.
var passing = regexp.MustCompile(`(?i)timeout|timed out|connection reset|unexpected EOF|TLS handshake|\b50[0-9]\b|\b429\b`)

func (c *Cache) downloadOnce(key string) (*Module, error) {
	out, runErr := c.Go("mod", "download", "-json", key)
	var m struct {
		Module
		Error string
	}
	if err := json.NewDecoder(bytes.NewReader(out)).Decode(&m); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	switch {
	case m.Error != "":
		return nil, fmt.Errorf("%s: %s", key, oneLine(m.Error))
	case runErr != nil:
		return nil, fmt.Errorf("%s: %w", key, runErr)
	}
	return &m.Module, nil
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
