package config

import (
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/idemvet/idemvet/internal/nearest"
)

// kind is what a value is made of.
type kind int

const (
	word   kind = iota // a string
	flag               // true or false
	number             // the version: 1
	list
	table  // names with values of one shape
	object // a fixed set of keys
	open   // keys and values that others look at
)

// shape describes the values that are allowed somewhere. What is read and the JSON schema are both made of it, so the two
// cannot say different things.
type shape struct {
	is    kind
	words []string                     // of a word: those that are allowed; nil allows more than a few
	check func(*reader, string) error  // of a word: what is wrong with it, beyond the schema's reach or as in like
	like  func(*reader) map[string]any // of a word: what the schema says of it
	names *shape                       // of a table: a word
	of    *shape                       // elements of a list, values of a table
	alone bool                         // of a list: one element may stand for a list of it
	keys  []*key                       // of an object
	noun  string                       // of an object: what its keys are
}

// verify adds the mistakes in a value. The wants tell what was expected, where the kind is wrong.
func (s *shape) verify(r *reader, n *yaml.Node, wants string) {
	if n.Kind == yaml.AliasNode {
		*n = *n.Alias
	}
	if s.is == list && s.alone && n.Kind == yaml.ScalarNode && n.Tag != "!!null" {
		element := *n
		*n = yaml.Node{Kind: yaml.SequenceNode, Tag: "!!seq", Line: n.Line, Content: []*yaml.Node{&element}}
	}
	if !s.fits(n) {
		r.addf(n.Line, "%s", wants)
		return
	}
	switch s.is {
	case word:
		s.verifyWord(r, n)
	case list:
		for _, e := range n.Content {
			s.of.verify(r, e, wants)
		}
	case table, object:
		s.verifyPairs(r, n, wants)
	case number:
		if n.Value != "1" {
			r.addf(n.Line, "version %s is not known; want 1", n.Value)
		}
	case flag, open:
	}
}

// fits reports whether the node is of the right kind.
func (s *shape) fits(n *yaml.Node) bool {
	switch s.is {
	case list:
		return n.Kind == yaml.SequenceNode
	case table, object, open:
		return n.Kind == yaml.MappingNode
	case flag:
		return n.Kind == yaml.ScalarNode && n.Tag == "!!bool"
	case number:
		return n.Kind == yaml.ScalarNode && n.Tag == "!!int"
	case word:
	}
	return n.Kind == yaml.ScalarNode && n.Tag == "!!str" && n.Value != ""
}

func (s *shape) verifyWord(r *reader, n *yaml.Node) {
	if s.words != nil && !slices.Contains(s.words, n.Value) {
		r.add(n.Line, nearest.Unknown("value", n.Value, s.words))
		return
	}
	if s.check != nil {
		if err := s.check(r, n.Value); err != nil {
			r.add(n.Line, err)
		}
	}
}

// verifyPairs looks at names and values. A name that is there twice is a mistake.
func (s *shape) verifyPairs(r *reader, n *yaml.Node, wants string) {
	seen := map[string]int{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		k, v := n.Content[i], n.Content[i+1]
		if first, ok := seen[k.Value]; ok {
			r.addf(k.Line, "%s is also in line %d", k.Value, first)
			continue
		}
		seen[k.Value] = k.Line
		if s.is == table {
			s.names.verify(r, k, wants)
			s.of.verify(r, v, wants)
			continue
		}
		if key := s.key(k.Value); key != nil {
			before := len(r.mistakes)
			key.shape.verify(r, v, key.wants())
			if len(r.mistakes) > before {
				r.bad[v] = true
			}
		} else {
			r.add(k.Line, nearest.Unknown(s.noun, k.Value, s.keyNames()))
		}
	}
}

func (s *shape) key(name string) *key {
	for _, k := range s.keys {
		if k.name == name {
			return k
		}
	}
	return nil
}

// keyNames lists the keys of an object.
func (s *shape) keyNames() []string {
	var out []string
	for _, k := range s.keys {
		out = append(out, k.name)
	}
	return out
}
