package load

import (
	"bytes"
	"compress/flate"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"io"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"

	"github.com/rogpeppe/go-internal/cache"
)

// hash identifies contents and the inputs of a computation.
type hash [sha256.Size]byte

// store keeps results between runs. Everything about it may fail: the only harm is that work is done again.
// Content is addressed by hashes, so any number of runs can share one directory. What the directory has not, the cache
// program is asked for, which gets all that is new.
type store struct {
	c      *cache.Cache // nil: keeps nothing
	prog   *progCache   // nil: there is none
	blind  bool         // finds nothing, still keeps: used after a damaged entry was met
	broken atomic.Bool  // a write failed, so do not try again in this run
}

// CacheDir is where results are kept: the directory given, that of $IDEMVET_CACHE, or one in the user's cache directory. It is "off"
// if they are not to be kept, and "" if there is no place for them.
func CacheDir(given string) string {
	if given == "" {
		given = os.Getenv("IDEMVET_CACHE")
	}
	if given == "" {
		if base, err := os.UserCacheDir(); err == nil {
			given = filepath.Join(base, "idemvet")
		}
	}
	return given
}

// openStore opens the directory that the options name. The program is that of the go command.
func openStore(ctx context.Context, o *Options, prog string) *store {
	s := &store{}
	dir := CacheDir(o.CacheDir)
	if dir == "off" {
		return s
	}
	if prog = CacheProg(prog); prog != "" {
		s.prog = newProgCache(ctx, prog, o.Dir)
	}
	if dir == "" || os.MkdirAll(dir, 0o777) != nil {
		return s
	}
	if c, err := cache.Open(dir); err == nil {
		s.c = c
	}
	return s
}

// has reports whether get is likely to succeed.
func (s *store) has(id hash) bool {
	if s.blind {
		return false
	}
	if s.c != nil {
		if _, _, err := s.c.GetFile(cache.ActionID(id)); err == nil {
			return true
		}
	}
	_, ok := s.fetch(id)
	return ok
}

// get returns the data kept under id. Damaged data counts as absent.
func (s *store) get(id hash) ([]byte, bool) {
	if s.blind {
		return nil, false
	}
	if s.c != nil {
		if data, _, err := s.c.GetBytes(cache.ActionID(id)); err == nil {
			return data, true
		}
	}
	return s.fetch(id)
}

// fetch asks the program, and keeps in the directory what it has.
func (s *store) fetch(id hash) ([]byte, bool) {
	if s.prog == nil {
		return nil, false
	}
	data, ok := s.prog.get(id)
	if ok {
		s.keep(id, data)
	}
	return data, ok
}

// put keeps data under id.
func (s *store) put(id hash, data []byte) {
	s.keep(id, data)
	if s.prog != nil {
		s.prog.put(id, data)
	}
}

// keep writes to the directory.
func (s *store) keep(id hash, data []byte) {
	if s.c == nil || s.broken.Load() {
		return
	}
	if s.c.PutBytes(cache.ActionID(id), data) != nil {
		s.broken.Store(true)
	}
}

// close removes what was not used for some days, and says what is wrong with the cache program.
func (s *store) close() (warning string) {
	if s.c != nil && !s.broken.Load() {
		_ = s.c.Trim() // at worst the directory stays larger
	}
	if s.prog != nil {
		warning = s.prog.close()
	}
	return warning
}

// pack compresses export data: it shrinks to about a third, and writing less is faster than writing it all.
func pack(data []byte) []byte {
	var buf bytes.Buffer
	buf.Write(binary.AppendUvarint(nil, uint64(len(data))))
	w := packers.Get().(*flate.Writer)
	defer packers.Put(w)
	w.Reset(&buf)
	_, _ = w.Write(data) // a bytes.Buffer takes everything
	w.Close()
	return buf.Bytes()
}

var packers = sync.Pool{New: func() any { // one takes more than a megabyte
	w, _ := flate.NewWriter(nil, flate.BestSpeed) // the level is valid
	return w
}}

// unpack reverses pack.
func unpack(data []byte) ([]byte, error) {
	r := bytes.NewReader(data)
	n, err := binary.ReadUvarint(r)
	if err != nil || n > 1<<30 {
		return nil, io.ErrUnexpectedEOF
	}
	out := make([]byte, n)
	_, err = io.ReadFull(flate.NewReader(r), out)
	return out, err
}
