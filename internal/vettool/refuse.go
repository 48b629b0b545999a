package vettool

import (
	"errors"
	"os"
	"path/filepath"
)

// errFix answers go fix -fixtool and go vet -fix. The go command would put all fixes in at once, unread and unproven; nearly all of ours
// change what the program does, and idemvet itself takes back those after which the finding is still there.
var errFix = errors.New("go fix and go vet -fix cannot apply these fixes, which change what the program does: read them with idemvet --diff --unsafe-fixes, apply with --fix")

// refused is the answer to a command line that makes no sense, or asks for what there is not.
func refused(args []string, why error) error {
	if len(args) > 0 {
		if c, err := readConfig(args[len(args)-1]); err == nil {
			return c.refuse(why)
		}
	}
	return why
}

// refuse says why, once. The go command asks for every package, those of the standard library included, and prints each answer; the first
// process to leave a mark in the directory of the run speaks for all. The others succeed and hand over nothing, so nothing is
// kept of them, and the next run is refused too.
func (c *request) refuse(why error) error {
	_ = os.Remove(c.VetxOutput) // may not have been written
	if c.VetxOnly {
		return nil
	}
	mark := filepath.Join(filepath.Dir(filepath.Dir(c.VetxOutput)), "idemvet.refused")
	file, err := os.OpenFile(mark, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
	if errors.Is(err, os.ErrExist) {
		return nil
	}
	if err == nil {
		_ = file.Close()
	}
	return why
}
