package model

import (
	"maps"
	"slices"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"
)

const namesFile = "data/names.yaml"

var identityNames = sync.OnceValue(func() map[string]KeyKind {
	var doc struct {
		Source   string               `yaml:"source"`
		Identity map[KeyKind][]string `yaml:"identity"`
	}
	names := map[string]KeyKind{}
	text, err := data.ReadFile(namesFile)
	if err != nil || yaml.Unmarshal(text, &doc) != nil {
		return names
	}
	for kind, list := range doc.Identity {
		for _, n := range list {
			names[fold(n)] = kind
		}
	}
	return names
})

// IdentityName reports whether a header, map key, field or parameter of that name carries an identity by convention, and
// which. Case, "-", "_" and "." do not count: Idempotency-Key, idempotency_key and IdempotencyKey are one name.
func IdentityName(name string) (KeyKind, bool) {
	if len(name) < 5 || len(name) > 48 {
		return "", false
	}
	k, ok := identityNames()[fold(name)]
	return k, ok
}

func fold(s string) string {
	return strings.Map(func(r rune) rune {
		switch r {
		case '-', '_', '.', ' ':
			return -1
		}
		return r
	}, strings.ToLower(s))
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
