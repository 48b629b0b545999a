package config

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/rule"
)

// wire is the canonical form: all that go vet can honour, and nothing else. It has no severities, which go vet does not show, and
// no schema, which it does not read. It holds the texts and not the names of model files alone, because go vet keys its cache by
// the flags and would not see that a file has changed.
type wire struct {
	Models     []model.Source  `json:"models,omitempty"`
	Select     []string        `json:"select,omitempty"`
	Ignore     []string        `json:"ignore,omitempty"`
	Confidence rule.Confidence `json:"confidence,omitempty"`
	Tests      bool            `json:"tests,omitempty"`
	Generated  bool            `json:"generated,omitempty"`
	Exclude    []string        `json:"exclude,omitempty"`
	Root       string          `json:"root,omitempty"` // of exclude: go vet runs in no directory that could be relied on
	Rules      *wireRules      `json:"rules,omitempty"`
}

type wireRules struct {
	IDV601 wireHorizon `json:"IDV601"`
}

type wireHorizon struct {
	Horizon string `json:"horizon"`
}

// JSON is the canonical form of the settings, in one line. Equal settings have equal bytes; those with exclude also say where
// the checkout is.
func (c *Config) JSON() (string, error) {
	w := wire{
		Models: c.Sources, Select: c.Select, Ignore: c.Ignore, Confidence: c.Confidence,
		Tests: c.Tests, Generated: c.Generated, Exclude: c.Exclude,
	}
	if len(c.Exclude) > 0 {
		w.Root = c.Dir()
	}
	if h := c.Rules.IDV601.Horizon; h > 0 {
		w.Rules = &wireRules{wireHorizon{h.String()}}
	}
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(w); err != nil {
		return "", err
	}
	return string(bytes.TrimSpace(buf.Bytes())), nil
}

// FromJSON reverses JSON, strictly. The empty text is no settings. Names of rules are not looked at.
func FromJSON(text string) (*Config, error) {
	if text == "" {
		return &Config{}, nil
	}
	dec := json.NewDecoder(bytes.NewReader([]byte(text)))
	dec.DisallowUnknownFields()
	var w wire
	if err := dec.Decode(&w); err != nil {
		return nil, fmt.Errorf("the configuration is not what idemvet config show --format json prints: %w", err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("the configuration goes on behind its end")
	}
	models, err := model.NewRows(w.Models)
	if err != nil {
		return nil, err
	}
	c := &Config{Sources: w.Models, Models: models, root: w.Root}
	c.Select, c.Ignore, c.Confidence = w.Select, w.Ignore, w.Confidence
	c.Tests, c.Generated = w.Tests, w.Generated
	if err := c.setExclude(w.Exclude); err != nil {
		return nil, fmt.Errorf("exclude: %w", err)
	}
	if w.Rules != nil {
		if err := checkDuration(nil, w.Rules.IDV601.Horizon); err != nil {
			return nil, fmt.Errorf("IDV601: %w", err)
		}
		c.Rules.IDV601.Horizon, _ = time.ParseDuration(w.Rules.IDV601.Horizon) // it was just parsed
	}
	return c, nil
}

// setExclude checks and sets the patterns of files whose findings are not wanted.
func (c *Config) setExclude(patterns []string) error {
	for _, pattern := range patterns {
		if err := checkExclude(nil, pattern); err != nil {
			return err
		}
	}
	c.Exclude = patterns
	return nil
}
