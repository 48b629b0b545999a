// Package analyzers lists the rules.
package analyzers

import (
	"golang.org/x/tools/go/analysis"

	"github.com/idemvet/idemvet/analyzers/keyinretry"
	"github.com/idemvet/idemvet/internal/rule"
)

// Rules returns all rules, sorted by id.
func Rules() []*rule.Rule {
	return []*rule.Rule{
		keyinretry.Rule,
	}
}

// Analyzers returns an analyzer for each rule, in the order of Rules.
func Analyzers() []*analysis.Analyzer {
	return []*analysis.Analyzer{
		keyinretry.Analyzer,
	}
}
