// The command golangci-lint-idemvet is golangci-lint with the linter idemvet in it, built from the module proxy alone. The
// repository and its CI use it. A module that needs a replace directive cannot be had by go install, so others let
// golangci-lint custom build theirs, from .custom-gcl.yml.
package main

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"

	"github.com/golangci/golangci-lint/v2/pkg/commands"
	"github.com/golangci/golangci-lint/v2/pkg/exitcodes"

	_ "github.com/idemvet/idemvet/gclplugin" // registers the linter
)

// The version stays empty on purpose. golangci-lint keys its cache by the version of the binary, and only where there is none by a
// hash of the file. With a version, a change to the rules would go on showing what the old ones found.
func main() {
	if err := commands.Execute(commands.BuildInfo{GoVersion: runtime.Version(), Commit: upstream()}); err != nil {
		fmt.Fprintf(os.Stderr, "golangci-lint-idemvet: %v\n", err)
		os.Exit(exitcodes.Failure)
	}
}

// upstream tells which golangci-lint this is.
func upstream() string {
	const module = "github.com/golangci/golangci-lint/v2"
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return module
	}
	for _, m := range info.Deps {
		if m.Path == module {
			return module + "@" + m.Version
		}
	}
	return module
}
