package summary

import (
	"bytes"
	"crypto/sha256"
	"encoding/gob"
	"maps"
	"slices"
)

// Digest identifies the facts about one function. The zero value stands for none.
type Digest [sha256.Size]byte

// Digests are those of all functions by symbol; under "" is one of all that is known of fields.
func (p *Package) Digests() map[string]Digest {
	if p == nil {
		return nil
	}
	p.once.Do(func() { p.digests = p.digest() })
	return p.digests
}

// digest encodes everything in one stream, since the descriptions of types at its beginning cost more than a function.
func (p *Package) digest() map[string]Digest {
	var buf bytes.Buffer
	enc := gob.NewEncoder(&buf)
	if enc.Encode(wire{}) != nil {
		return nil
	}
	sum := func(v wire) Digest {
		buf.Reset()
		if enc.Encode(v) != nil {
			return Digest{}
		}
		return sha256.Sum256(buf.Bytes())
	}
	out := make(map[string]Digest, len(p.funcs)+1)
	for _, k := range slices.Sorted(maps.Keys(p.funcs)) {
		out[k] = sum(wire{Funcs: []wireFunc{{k, p.funcs[k]}}})
	}
	if len(p.fields) > 0 {
		var fields []wireField
		for _, k := range slices.Sorted(maps.Keys(p.fields)) {
			fields = append(fields, wireField{k, p.fields[k]})
		}
		out[""] = sum(wire{Fields: fields})
	}
	return out
}

// Changed lists the symbols about which two versions of a package's facts differ, sorted.
func Changed(before, after *Package) []string {
	a, b := before.Digests(), after.Digests()
	var list []string
	for k, d := range b {
		if a[k] != d {
			list = append(list, k)
		}
	}
	for k := range a {
		if _, ok := b[k]; !ok {
			list = append(list, k)
		}
	}
	slices.Sort(list)
	return list
}
