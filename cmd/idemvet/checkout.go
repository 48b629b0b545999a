package main

import (
	"cmp"
	"os"
)

// checkout is the directory that the CI host, if there is one, takes paths in reports to be relative to. With a module in a
// folder of the repository it is not the directory that the job runs in.
func checkout() string {
	return cmp.Or(os.Getenv("GITHUB_WORKSPACE"), os.Getenv("CI_PROJECT_DIR"))
}
