package config

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/rule"
)

// Host is a tool that runs the rules over single packages and holds their settings in its own configuration. It reads no files
// for them: rows about libraries stand in place.
type Host struct {
	Place   string            // where the settings stand, for messages
	Refused map[string]string // keys that mean nothing there, with what to do instead
}

// hostModels takes the place of the models of a file.
var hostModels = &key{
	name: "models", doc: "what your own libraries do: the content of model files, one element each", want: "a list of models, each with package, versions, source and entries",
	example: "[{package: example.com/ids, versions: v1, source: its documentation, entries: [{func: New, fresh: random}]}]", initial: "[]",
	shape: &shape{is: list, of: &shape{is: open}}, into: func(*Settings) any { return new(yaml.Node) },
}

// Read reads settings as strictly as a file is read. The value is what the host made of its configuration: maps, lists and plain
// values. Messages name no lines, since the host keeps none. Nil is no settings.
func (h *Host) Read(value any, rules []*rule.Meta) (*Config, error) {
	c := &Config{}
	if value == nil {
		return c, nil
	}
	r := &reader{name: h.Place, rules: rules, placeless: true, whole: h.shape()}
	text, err := json.Marshal(value) // JSON is YAML, and this encoder refuses what it cannot write
	if err != nil {
		return nil, fmt.Errorf("%s: %w", h.Place, err)
	}
	var doc yaml.Node
	if err := yaml.Unmarshal(text, &doc); err != nil {
		return nil, fmt.Errorf("%s: %w", h.Place, err)
	}
	top := doc.Content[0]
	if top.Tag == "!!null" {
		return c, nil
	}
	if top.Kind == yaml.MappingNode {
		if err := h.refuse(top); err != nil {
			return nil, err
		}
		spellRules(top)
	}
	c.entries = r.readTop(top, &c.Settings)
	if len(r.mistakes) > 0 {
		return nil, r.mistakes[0].err
	}
	return c, c.modelsInPlace(h.Place)
}

func (h *Host) shape() *shape {
	s := &shape{is: object, noun: whole.noun}
	for _, k := range whole.keys {
		if k.name == hostModels.name {
			k = hostModels
		}
		if h.Refused[k.name] == "" {
			s.keys = append(s.keys, k)
		}
	}
	return s
}

func (h *Host) refuse(top *yaml.Node) error {
	for i := 0; i+1 < len(top.Content); i += 2 {
		if why := h.Refused[top.Content[i].Value]; why != "" {
			return fmt.Errorf("%s: %s means nothing here: %s", h.Place, top.Content[i].Value, why)
		}
	}
	return nil
}

// spellRules gives the rules with options their names again: hosts may have made all keys lower case.
func spellRules(top *yaml.Node) {
	for i := 0; i+1 < len(top.Content); i += 2 {
		if top.Content[i].Value != "rules" {
			continue
		}
		options := top.Content[i+1].Content
		for j := 0; j+1 < len(options); j += 2 {
			at := slices.IndexFunc(ruleKeys, func(k *key) bool { return strings.EqualFold(k.name, options[j].Value) })
			if at >= 0 {
				options[j].Value = ruleKeys[at].name
			}
		}
	}
}

// jsonLines are the places that the reader of models names. In what is one line of JSON they mislead.
var jsonLines = regexp.MustCompile(`:1\b|, first in line 1\b`)

// modelsInPlace reads the models that are part of the settings.
func (c *Config) modelsInPlace(place string) error {
	e, ok := c.entries["models"]
	if !ok {
		return nil
	}
	for i, n := range e.value.Content {
		var content any
		if err := n.Decode(&content); err != nil {
			return fmt.Errorf("%s: models[%d]: %w", place, i, err)
		}
		text, err := json.Marshal(content)
		if err != nil {
			return fmt.Errorf("%s: models[%d]: %w", place, i, err)
		}
		c.Sources = append(c.Sources, model.Source{Name: fmt.Sprintf("models[%d]", i), Text: string(text)})
	}
	var err error
	if c.Models, err = model.NewRows(c.Sources); err != nil {
		return errors.New(place + ": " + jsonLines.ReplaceAllString(err.Error(), ""))
	}
	return nil
}

// Schema is the JSON schema of the settings, made of the table that Read reads by.
func (h *Host) Schema(rules []*rule.Meta) ([]byte, error) {
	r := &reader{rules: rules}
	top := h.shape().schema(r)
	top["$defs"] = map[string]any{"rule": ruleName.text(r)}
	top["$schema"] = draft
	top["title"] = h.Place
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	err := enc.Encode(top)
	return buf.Bytes(), err
}
