//go:build !(darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd)

package revision

import (
	"os"
	"runtime"
)

// hold makes a file and keeps it open.
func hold(name string) (*os.File, error) {
	return os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o600)
}

// free reports whether nobody holds a file: Windows removes none that is open. Elsewhere that cannot be told.
func free(name string) bool { return runtime.GOOS == "windows" && os.Remove(name) == nil }
