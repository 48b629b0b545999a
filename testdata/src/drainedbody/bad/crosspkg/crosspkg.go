// Package crosspkg opens the reader here, and has it read in another package.
package crosspkg

import (
	"context"
	"net/http"
	"strings"
	"time"

	"example.com/cases/drainedbody/bad/crosspkg/vault"
)

func repeat(times int, do func() error) (err error) {
	for range times {
		if err = do(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// Rename has the request outside of the closure.
func Rename(ctx context.Context, v *vault.Vault, from, to string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, v.Root+"/"+from+"/name", strings.NewReader(to))
	if err != nil {
		return err
	}
	return repeat(3, func() error { return v.Send(req) }) // want "IDV111: "
}
