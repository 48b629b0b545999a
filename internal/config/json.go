package config

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/idemvet/idemvet/internal/model"
)

// wire is the canonical form: all that changes an analysis, and nothing else. It holds the texts and not the names of
// model files alone, because go vet keys its cache by the flags and would not see that a file has changed.
type wire struct {
	Models []model.Source `json:"models,omitempty"`
}

// JSON is the canonical form of the settings, in one line. Equal settings have equal bytes.
func (c *Config) JSON() (string, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(wire{c.Sources}); err != nil {
		return "", err
	}
	return string(bytes.TrimSpace(buf.Bytes())), nil
}

// FromJSON reverses JSON, strictly. The empty text is no settings.
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
	rows, err := model.NewRows(w.Models)
	if err != nil {
		return nil, err
	}
	return &Config{Sources: w.Models, Models: rows}, nil
}
