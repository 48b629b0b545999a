// Package buildstest holds the front door and go vet to the same findings over every shape that a build can have: tags, platforms, cgo,
// workspaces, vendored, nested and replaced modules, test variants, generated and odd files.
package buildstest
