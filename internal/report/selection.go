package report

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/idemvet/idemvet/internal/nearest"
	"github.com/idemvet/idemvet/internal/rule"
)

// Presets name sets of rules.
var presets = map[string]func(*rule.Meta) bool{
	"core":    func(m *rule.Meta) bool { return m.Default && m.Severity == rule.Error },
	"default": func(m *rule.Meta) bool { return m.Default },
	"all":     func(*rule.Meta) bool { return true },
}

// Selection is the set of rules whose findings are shown.
type Selection map[string]bool

// Has reports whether the rule with that id is selected.
func (s Selection) Has(id string) bool { return s[id] }

// Select returns the rules that the words name, less those that are ignored. A word is a preset (core, default, all),
// an id, a prefix of ids such as IDV1, or a rule's name. Case does not matter. No words select the default preset.
func Select(rules []*rule.Meta, words, ignored []string) (Selection, error) {
	if len(words) == 0 {
		words = []string{"default"}
	}
	out := Selection{}
	for _, word := range words {
		found, err := match(rules, word)
		if err != nil {
			return nil, err
		}
		for _, m := range found {
			out[m.ID] = true
		}
	}
	for _, word := range ignored {
		found, err := match(rules, word)
		if err != nil {
			return nil, err
		}
		for _, m := range found {
			delete(out, m.ID)
		}
	}
	return out, nil
}

// Regrade returns the severities, by id, that the words give to rules: what names fewer rules wins, and among those that name
// as many, the one that comes last in the alphabet.
func Regrade(rules []*rule.Meta, severities map[string]rule.Severity) (map[string]rule.Severity, error) {
	named := make(map[string][]*rule.Meta)
	for word := range severities {
		found, err := match(rules, word)
		if err != nil {
			return nil, err
		}
		named[word] = found
	}
	words := slices.SortedFunc(maps.Keys(named), func(a, b string) int {
		return cmp.Or(cmp.Compare(len(named[b]), len(named[a])), cmp.Compare(a, b))
	})
	out := make(map[string]rule.Severity)
	for _, word := range words {
		for _, m := range named[word] {
			out[m.ID] = severities[word]
		}
	}
	return out, nil
}

// match lists the rules that one word names; a word that can name no rule is an error.
func match(rules []*rule.Meta, word string) ([]*rule.Meta, error) {
	in, preset := presets[strings.ToLower(word)]
	if !preset {
		id := strings.ToUpper(word)
		in = func(m *rule.Meta) bool {
			return strings.EqualFold(m.Name, word) || len(id) >= len("IDV") && strings.HasPrefix(m.ID, id)
		}
	}
	var found []*rule.Meta
	for _, m := range rules {
		if in(m) {
			found = append(found, m)
		}
	}
	if len(found) == 0 && !preset {
		return nil, nearest.Unknown("rule", word, known(rules))
	}
	return found, nil
}

// Find returns the one rule with that id or name.
func Find(rules []*rule.Meta, word string) (*rule.Meta, error) {
	for _, m := range rules {
		if strings.EqualFold(m.ID, word) || strings.EqualFold(m.Name, word) {
			return m, nil
		}
	}
	return nil, nearest.Unknown("rule", word, known(rules))
}

// known lists every name a user can write for rules.
func known(rules []*rule.Meta) []string {
	names := []string{"core", "default", "all"}
	for _, m := range rules {
		names = append(names, m.ID, m.Name)
	}
	return names
}
