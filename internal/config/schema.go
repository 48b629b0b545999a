package config

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode"

	"go.yaml.in/yaml/v3"

	"github.com/idemvet/idemvet/internal/rule"
)

// SchemaURL names the JSON schema of the file. Editors that know it check the file while it is written.
const SchemaURL = "https://github.com/idemvet/idemvet/raw/main/idemvet.schema.json"

const draft = "https://json-schema.org/draft/2020-12/schema"

// Schema is the JSON schema (draft 2020-12) of the file, for a set of rules.
func Schema(rules []*rule.Meta) ([]byte, error) {
	r := &reader{rules: rules}
	top := whole.schema(r)
	top["$defs"] = map[string]any{"rule": ruleName.text(r)}
	top["$schema"] = draft
	top["$id"] = SchemaURL
	top["title"] = Name
	top["description"] = "Settings of idemvet. To use it in an editor: # yaml-language-server: $schema=" + SchemaURL
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	err := enc.Encode(top)
	return buf.Bytes(), err
}

// schema is the part for one shape.
func (s *shape) schema(r *reader) map[string]any {
	switch s.is {
	case flag:
		return map[string]any{"type": "boolean"}
	case number:
		return map[string]any{"const": 1}
	case list:
		of := map[string]any{"type": "array", "items": s.of.schema(r)}
		if s.alone {
			return map[string]any{"anyOf": []any{of, s.of.schema(r)}}
		}
		return of
	case table:
		return map[string]any{"type": "object", "propertyNames": s.names.schema(r), "additionalProperties": s.of.schema(r)}
	case object:
		props := map[string]any{}
		for _, k := range s.keys {
			props[k.name] = k.schema(r)
		}
		return map[string]any{"type": "object", "additionalProperties": false, "properties": props}
	case open:
		return map[string]any{"type": "object"}
	case word:
	}
	if s == ruleName {
		return map[string]any{"$ref": "#/$defs/rule"} // it is long, and used in several places
	}
	return s.text(r)
}

// text is the part for a word.
func (s *shape) text(r *reader) map[string]any {
	out := map[string]any{"type": "string", "minLength": 1}
	if s.words != nil {
		out["enum"] = s.words
	}
	if s.like != nil {
		for name, v := range s.like(r) {
			out[name] = v
		}
	}
	return out
}

func (k *key) schema(r *reader) map[string]any {
	out := k.shape.schema(r)
	out["description"] = k.doc
	out["examples"] = []any{plain(k.example)}
	if k.initial != "" {
		out["default"] = plain(k.initial)
	}
	return out
}

// plain is a value that the table of keys has in YAML.
func plain(text string) any {
	var v any
	if err := yaml.Unmarshal([]byte(text), &v); err != nil {
		panic(fmt.Sprintf("table of keys: %s: %v", text, err)) // a test reads every one
	}
	return v
}

// ruleSchema lists what may stand for a rule: the usual spellings, for editors to offer, and any other by a pattern, since
// case does not matter.
func ruleSchema(r *reader) map[string]any {
	known, spelt := []string{"core", "default", "all"}, []string{"[Ii][Dd][Vv][0-9]{0,2}"}
	for _, m := range r.rules {
		known = append(known, m.ID, m.Name)
	}
	for _, name := range known {
		spelt = append(spelt, anyCase(name))
	}
	return map[string]any{"anyOf": []any{
		map[string]any{"enum": known},
		map[string]any{"pattern": "^(" + strings.Join(spelt, "|") + ")$"},
	}}
}

// anyCase is a pattern for a name, whatever the case of its letters.
func anyCase(name string) string {
	var b strings.Builder
	for _, c := range name {
		if up, low := unicode.ToUpper(c), unicode.ToLower(c); up != low {
			b.WriteString("[" + string(up) + string(low) + "]")
		} else {
			b.WriteRune(c)
		}
	}
	return b.String()
}

func columnSchema(*reader) map[string]any { return map[string]any{"pattern": `^[^ ,;()]+$`} }

func tagSchema(*reader) map[string]any { return map[string]any{"pattern": `^[^ ,!&|()]+$`} }

func durationSchema(*reader) map[string]any {
	return map[string]any{"pattern": `^([0-9]+(\.[0-9]+)?(ns|us|ms|s|m|h))+$`}
}
