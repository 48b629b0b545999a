package config

import (
	"bytes"
	"fmt"
	"path/filepath"

	"go.yaml.in/yaml/v3"
)

// YAML is what holds, as a file that says it all: each value with where it comes from.
func (c *Config) YAML() (string, error) {
	doc := &yaml.Node{Kind: yaml.MappingNode}
	for _, k := range keys {
		var value *yaml.Node
		from := "default"
		e, set := c.entries[k.name]
		switch {
		case set:
			value, from = bare(e.value), fmt.Sprintf("%s:%d", filepath.Base(c.File), e.line)
		case k.initial != "":
			value = initial(k)
		default:
			continue
		}
		value.LineComment = "# " + from
		doc.Content = append(doc.Content, &yaml.Node{Kind: yaml.ScalarNode, Value: k.name}, value)
	}
	var buf bytes.Buffer
	enc := yaml.NewEncoder(&buf)
	enc.SetIndent(2)
	err := enc.Encode(doc)
	return buf.String(), err
}

// bare is a value in one line, without the comments and the places of the file.
func bare(n *yaml.Node) *yaml.Node {
	out := &yaml.Node{Kind: n.Kind, Tag: n.Tag, Value: n.Value}
	if n.Kind == yaml.MappingNode || n.Kind == yaml.SequenceNode {
		out.Style = yaml.FlowStyle
	}
	for _, e := range n.Content {
		out.Content = append(out.Content, bare(e))
	}
	return out
}

// initial is the value of a key that nobody sets.
func initial(k *key) *yaml.Node {
	var doc yaml.Node
	if err := yaml.Unmarshal([]byte(k.initial), &doc); err != nil {
		panic(fmt.Sprintf("table of keys: %s: %v", k.name, err)) // a test shows every one
	}
	return bare(doc.Content[0])
}
