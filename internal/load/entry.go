package load

import (
	"encoding/json"
	"fmt"

	"github.com/idemvet/idemvet/internal/rule"
	"github.com/idemvet/idemvet/internal/summary"
	"github.com/idemvet/idemvet/internal/suppress"
	"github.com/idemvet/idemvet/internal/unit"
	"github.com/idemvet/idemvet/internal/wiring"
)

// entry is what is kept about an own package. It holds no absolute file name, so another checkout can use it.
type entry struct {
	Findings   []rule.Finding     `json:",omitempty"`
	Comments   []suppress.Comment `json:",omitempty"`
	Facts      []byte             `json:",omitempty"` // summary.Encode
	Wiring     []byte             `json:",omitempty"` // wiring.Facts.Encode
	Inner      []byte             `json:",omitempty"` // summary.Encode
	Dispatches []summary.Dispatch `json:",omitempty"`
	Incomplete string             `json:",omitempty"` // positions with base names
	Generated  []string           `json:",omitempty"`
	API        hash               // see apiHash
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

// exportID is where the types of a foreign package with this key are kept. Those of own packages are not kept: export
// data repeats everything that it mentions, which is most of the program for the upper layers, and checking the
// declarations of the few own packages below an edit is as fast as reading them.
func exportID(key hash) hash { return digest("types", key) }

// cachedEntry returns what is kept under a key, or nil.
func (l *loader) cachedEntry(key hash) *entry {
	data, ok := l.store.get(key)
	if !ok {
		return nil
	}
	e := &entry{}
	if json.Unmarshal(data, e) != nil {
		return nil
	}
	return e
}

func (l *loader) keepEntry(key hash, e *entry) {
	if l.ctx.Err() != nil || l.unstable.Load() {
		return
	}
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
	inner, err := summary.Decode(e.Inner)
	if err != nil {
		return false
	}
	s := n.state
	s.result = &unit.Result{Findings: e.Findings, Comments: e.Comments, Facts: facts, Incomplete: e.Incomplete, Inner: inner, Dispatches: e.Dispatches}
	s.wired = e.Wiring
	s.generated, s.cached = e.Generated, true
	return true
}

// wiring reads what a kept result says of the wiring. Damaged data says nothing.
func (s *state) wiring() *wiring.Facts {
	f, err := wiring.Decode(s.wired)
	if err != nil {
		return nil
	}
	return f
}
