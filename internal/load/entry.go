package load

import (
	"encoding/json"
	"fmt"

	"github.com/idemvet/idemvet/internal/rule"
	"github.com/idemvet/idemvet/internal/summary"
	"github.com/idemvet/idemvet/internal/unit"
)

// entry is what is kept about an own package. It holds no absolute file name, so another checkout can use it.
type entry struct {
	Findings   []rule.Finding `json:",omitempty"`
	Facts      []byte         `json:",omitempty"` // summary.Encode
	Incomplete string         `json:",omitempty"` // positions with base names
	Failed     bool           `json:",omitempty"` // was not analysed: it does not parse or type-check
	Generated  []string       `json:",omitempty"`
	API        hash           // see apiHash
	Exported   bool           // types are kept beside it
}

// MarshalText and UnmarshalText keep hashes short in JSON.
func (h hash) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "%x", h[:]), nil }

// UnmarshalText reverses MarshalText.
func (h *hash) UnmarshalText(text []byte) error {
	var b []byte
	if _, err := fmt.Sscanf(string(text), "%x", &b); err != nil || len(b) != len(h) {
		return fmt.Errorf("not a hash: %.80q", text)
	}
	copy(h[:], b)
	return nil
}

// exportID is where the types of a package with this key are kept.
func exportID(key hash) hash { return digest("types", key) }

// cachedEntry returns what is kept under a key, or nil. An entry whose types are gone is of no use to importers.
func (l *loader) cachedEntry(key hash) *entry {
	data, ok := l.store.get(key)
	if !ok {
		return nil
	}
	e := &entry{}
	if json.Unmarshal(data, e) != nil || e.Exported && !l.store.has(exportID(key)) {
		return nil
	}
	return e
}

func (l *loader) keepEntry(key hash, e *entry) {
	if data, err := json.Marshal(e); err == nil {
		l.store.put(key, data)
	}
}

// adopt takes over a kept result. It reports false if the facts cannot be read.
func (n *node) adopt(e *entry) bool {
	facts, err := summary.Decode(e.Facts)
	if err != nil {
		return false
	}
	n.api, n.facts = e.API, digest(string(e.Facts))
	s := n.state
	s.result = &unit.Result{Findings: e.Findings, Facts: facts, Incomplete: e.Incomplete}
	s.generated, s.cached = e.Generated, true
	return true
}
