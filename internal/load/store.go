package load

import (
	"bytes"
	"compress/flate"
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
// Content is addressed by hashes, so any number of runs can share one directory.
type store struct {
	c      *cache.Cache // nil: keeps nothing
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

// openStore opens the directory that the options name.
func openStore(dir string) *store {
	if dir = CacheDir(dir); dir == "" || dir == "off" || os.MkdirAll(dir, 0o777) != nil {
		return &store{}
	}
	c, err := cache.Open(dir)
	if err != nil {
		return &store{}
	}
	return &store{c: c}
}

// has reports whether get is likely to succeed, without reading the data.
func (s *store) has(id hash) bool {
	if s.c == nil || s.blind {
		return false
	}
	_, _, err := s.c.GetFile(cache.ActionID(id))
	return err == nil
}

// get returns the data kept under id. Damaged data counts as absent.
func (s *store) get(id hash) ([]byte, bool) {
	if s.c == nil || s.blind {
		return nil, false
	}
	data, _, err := s.c.GetBytes(cache.ActionID(id))
	return data, err == nil
}

// put keeps data under id.
func (s *store) put(id hash, data []byte) {
	if s.c == nil || s.broken.Load() {
		return
	}
	if s.c.PutBytes(cache.ActionID(id), data) != nil {
		s.broken.Store(true)
	}
}

// close removes what was not used for some days.
func (s *store) close() {
	if s.c != nil && !s.broken.Load() {
		_ = s.c.Trim() // at worst the directory stays larger
	}
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
