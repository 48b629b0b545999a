// Package gatetest proves what stands around findings the way users meet it, with the built tool: baselines and revisions, suppression, fixes,
// formats in CI systems, shards, signals, and the way that the README shows. Package ruletest is about the findings themselves.
package gatetest
