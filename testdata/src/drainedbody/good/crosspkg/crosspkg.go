// Package crosspkg has its readers read in another package, and repeats that.
package crosspkg

import (
	"context"
	"os"
	"strings"
	"time"

	"example.com/cases/drainedbody/good/crosspkg/vault"
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

// Keep calls a method that sets the file back.
func Keep(ctx context.Context, v *vault.Vault, name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	return repeat(5, func() error { return v.PutAgain(ctx, name, f) })
}

// Note makes the object inside of the closure.
func Note(ctx context.Context, v *vault.Vault, name, text string) error {
	return repeat(5, func() error {
		return v.Put(ctx, vault.Object{Name: name, Data: strings.NewReader(text)})
	})
}
