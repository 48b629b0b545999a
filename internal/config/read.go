package config

import (
	"cmp"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/idemvet/idemvet/internal/rule"
)

// reader reads one file strictly: what is not understood is a mistake that names file and line.
type reader struct {
	name      string // of the file, as shown
	rules     []*rule.Meta
	mistakes  []mistake
	placeless bool   // there are no lines to name
	whole     *shape // of all that is read; nil is that of a file
	// bad are the values of keys that have mistakes. They are not looked at any more: an anchor can make one that never ends.
	bad map[*yaml.Node]bool
}

// mistake is one, and where.
type mistake struct {
	line int
	err  error
}

// entry is a key that a file sets.
type entry struct {
	line  int
	value *yaml.Node
}

func (r *reader) add(line int, err error) { r.addf(line, "%w", err) }

func (r *reader) addf(line int, format string, args ...any) {
	place := fmt.Sprintf("%s:%d", r.name, line)
	if r.placeless {
		place = r.name
	}
	r.mistakes = append(r.mistakes, mistake{line, fmt.Errorf("%s: "+format, append([]any{place}, args...)...)})
}

// read fills the settings. Values with mistakes are left out.
func (r *reader) read(text []byte, into *Settings) map[string]entry {
	var doc yaml.Node
	if err := yaml.Unmarshal(text, &doc); err != nil {
		line, msg := yamlError(err)
		r.addf(line, "%s", msg)
		return nil
	}
	if doc.Kind == 0 || len(doc.Content) == 1 && doc.Content[0].Tag == "!!null" {
		return nil // nothing but comments
	}
	return r.readTop(doc.Content[0], into)
}

// readTop fills the settings from what is the whole of them.
func (r *reader) readTop(top *yaml.Node, into *Settings) map[string]entry {
	all := cmp.Or(r.whole, whole)
	if top.Kind != yaml.MappingNode {
		r.addf(top.Line, "want keys and values, such as ignore: [IDV503]")
		return nil
	}
	r.bad = map[*yaml.Node]bool{}
	all.verify(r, top, "")
	entries := map[string]entry{}
	for i := 0; i+1 < len(top.Content); i += 2 {
		k, v := top.Content[i], top.Content[i+1]
		key := all.key(k.Value)
		if key == nil || r.bad[v] {
			continue
		}
		entries[k.Value] = entry{k.Line, v}
		if err := v.Decode(key.into(into)); err != nil {
			r.addf(k.Line, "%s", key.wants())
		}
	}
	return entries
}

var yamlLine = regexp.MustCompile(`^(?:yaml: )?line ([0-9]+): `)

// yamlError separates the line from a complaint of the parser, which writes it in front.
func yamlError(err error) (line int, msg string) {
	msg = strings.TrimPrefix(err.Error(), "yaml: ")
	if m := yamlLine.FindStringSubmatch(msg); m != nil {
		line, _ = strconv.Atoi(m[1])
		return line, strings.TrimPrefix(msg, m[0])
	}
	return 1, msg
}

// UnmarshalYAML keeps the line, for what is found out later.
func (g *Glob) UnmarshalYAML(n *yaml.Node) error {
	g.Line = n.Line
	return n.Decode(&g.Text)
}
