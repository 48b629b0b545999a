package directive

import (
	"errors"
	"fmt"
	"go/ast"
	"slices"
	"strings"

	"github.com/idemvet/idemvet/internal/suppress"
)

// word is a directive in a doc comment. It stands for a row; a reason may follow it, behind two dashes.
type word struct {
	about  []string // what it may stand at
	row    func(about, rest string, sig *ast.FuncType) (string, error)
	reason bool // it needs one

	verbatim bool // what follows is the row
}

// words are the directives that stand for rows.
var words = map[string]*word{
	"model":   {about: []string{"func", "type", "field"}, verbatim: true},
	"fresh":   {about: []string{"func"}, row: plain("fresh: random")},
	"stable":  {about: []string{"func"}, row: plain("stable: true")},
	"key":     {about: []string{"func", "field"}, row: keyRow},
	"retries": {about: []string{"func", "field"}, row: callsRow("retry")},
	"once":    {about: []string{"func", "field"}, row: callsRow("once")},

	suppress.Guarded:    {about: []string{"func"}, row: plain("harmless: true"), reason: true},
	suppress.Idempotent: {about: []string{"func"}, row: plain("harmless: true"), reason: true},
}

// read is the row that a directive stands for, and the reason behind it. What a row of the model files says is kept whole.
func (w *word) read(about, rest string, sig *ast.FuncType) (row, reason string, err error) {
	if !slices.Contains(w.about, about) {
		return "", "", fmt.Errorf("it stands at a %s; it is for %s", about, strings.Join(w.about, ", "))
	}
	if w.verbatim {
		return strings.TrimSpace(rest), "", nil
	}
	rest, reason, _ = strings.Cut(rest, "--")
	row, err = w.row(about, strings.TrimSpace(rest), sig)
	return row, strings.TrimSpace(reason), err
}

// plain is a row that needs nothing more.
func plain(row string) func(string, string, *ast.FuncType) (string, error) {
	return func(_, rest string, _ *ast.FuncType) (string, error) {
		if rest != "" {
			return "", fmt.Errorf("%q says nothing here; a reason stands behind --", rest)
		}
		return row, nil
	}
}

// keyRow makes a field an identity, or a parameter that is named.
func keyRow(about, rest string, sig *ast.FuncType) (string, error) {
	if about == "field" {
		return plain("key: idempotency-key")(about, rest, sig)
	}
	i := 0
	for _, p := range sig.Params.List {
		for _, name := range p.Names {
			if name.Name == rest {
				return fmt.Sprintf("keys: [{at: arg %d, kind: idempotency-key}]", i), nil
			}
			i++
		}
		i += unnamed(p)
	}
	return "", fmt.Errorf("name the parameter that is the key, as in //idemvet:key requestID; %q is none", rest)
}

// callsRow says how often function values are called: those in all parameters, or that in a field.
func callsRow(regime string) func(string, string, *ast.FuncType) (string, error) {
	return func(about, rest string, sig *ast.FuncType) (string, error) {
		if about == "field" {
			return plain("field_calls: "+regime)(about, rest, sig)
		}
		if rest != "" {
			return "", fmt.Errorf("%q says nothing here; a reason stands behind --", rest)
		}
		var calls []string
		i := 0
		for _, p := range sig.Params.List {
			n := len(p.Names) + unnamed(p)
			if _, ok := ast.Unparen(p.Type).(*ast.FuncType); ok {
				for j := range n {
					calls = append(calls, fmt.Sprintf("{at: arg %d, as: %s}", i+j, regime))
				}
			}
			i += n
		}
		if len(calls) == 0 {
			return "", errors.New("the function takes no function; for parameters of a named function type write //idemvet:model calls: [{at: arg 0, as: " + regime + "}]")
		}
		return "calls: [" + strings.Join(calls, ", ") + "]", nil
	}
}

func unnamed(p *ast.Field) int {
	if len(p.Names) == 0 {
		return 1
	}
	return 0
}
