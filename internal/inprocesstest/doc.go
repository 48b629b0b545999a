// Package inprocesstest holds the in-process driver against the command and go vet. It is beside inprocess because it builds the tool.
package inprocesstest
