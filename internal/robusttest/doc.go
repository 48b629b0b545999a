// Package robusttest proves that the built tool bears whatever it is given: bad input, packages made to hang it, C, and that it says the same
// each time. Package ruletest is about the findings, gatetest about what stands around them.
package robusttest
