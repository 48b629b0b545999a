// Package ruletest proves the built tool the way a user runs it: as a command, over the packages below testdata/src.
//
// A line that must be found carries a comment: // want "IDV101: regexp", several if need be; the expression is matched
// against the message; // linked says the same of what only the joined packages show. Alone on a line, the comment speaks of the next one. Findings without a want and wants without a finding are both errors. A file named limits.go
// holds what the tool is known to miss, each line marked // miss: IDV101 reason; a miss that is found is an error too.
package ruletest
