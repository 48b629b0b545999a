package model

import (
	"maps"
	"slices"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"
)

const namesFile = "data/names.yaml"

// Hint is a class of name parts.
type Hint string

// Hints.
const (
	TransientHint Hint = "transient" // the outcome is unknown or will change: try again
	RefusalHint   Hint = "refusal"   // the receiver has refused for good, nothing happened
	AttemptHint   Hint = "attempt"   // counts attempts
	QuestionHint  Hint = "question"  // a predicate that does not tell whether something worked
	MockHint      Hint = "mock"      // a type that stands in for a real one in tests
)

type names struct {
	Source   string               `yaml:"source"`
	Identity map[KeyKind][]string `yaml:"identity"`
	Hints    map[Hint][]string    `yaml:"hints"`
	Codes    []int64              `yaml:"transient_grpc_codes"`
	folded   map[string]KeyKind
}

// known reads names.yaml. The file is embedded and this package's tests check it, so a damaged one never ships.
var known = sync.OnceValue(func() *names {
	n := &names{folded: map[string]KeyKind{}}
	text, err := data.ReadFile(namesFile)
	if err != nil || yaml.Unmarshal(text, n) != nil {
		return n
	}
	for kind, list := range n.Identity {
		for _, name := range list {
			n.folded[fold(name)] = kind
		}
	}
	return n
})

// NameHint reports whether a name contains a part of that class. The question class matches beginnings only.
func NameHint(h Hint, name string) bool {
	name = strings.ToLower(name)
	for _, part := range known().Hints[h] {
		if h == QuestionHint && strings.HasPrefix(name, part) || h != QuestionHint && strings.Contains(name, part) {
			return true
		}
	}
	return false
}

// IdentityName reports whether a header, map key, field or parameter of that name carries an identity by convention, and
// which. Case, "-", "_" and "." do not count: Idempotency-Key, idempotency_key and IdempotencyKey are one name.
func IdentityName(name string) (KeyKind, bool) {
	if len(name) < 5 || len(name) > 48 {
		return "", false
	}
	k, ok := known().folded[fold(name)]
	return k, ok
}

// TransientCode reports whether a gRPC status code leaves open whether the call was carried out.
func TransientCode(code int64) bool { return slices.Contains(known().Codes, code) }

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
