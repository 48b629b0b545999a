// Package robusttest proves that the built tool bears whatever it is given: bad input, packages made to hang it, C. Package ruletest is about the
// findings, gatetest about what stands around them, stabletest about saying the same each time.
package robusttest
