//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package revision

import (
	"os"
	"syscall"
)

// hold makes a file and locks it until it is closed, or the process ends in whatever way.
func hold(name string) (*os.File, error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if err := flock(f); err != nil {
		_ = f.Close()
		return nil, err
	}
	return f, nil
}

// free reports whether nobody holds a file.
func free(name string) bool {
	f, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		return false
	}
	defer func() { _ = f.Close() }()
	return flock(f) == nil
}

func flock(f *os.File) error {
	for {
		if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != syscall.EINTR {
			return err
		}
	}
}
