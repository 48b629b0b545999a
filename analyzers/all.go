// Package analyzers lists the rules.
package analyzers
