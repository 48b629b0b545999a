// Package shell runs what is registered, as somebody types it.
package shell

import (
	"context"
	"fmt"

	"example.com/cases/link/tworegistries/good/verbs"
)

// Do runs one verb.
func Do(ctx context.Context, reg *verbs.Registry, verb, word string) error {
	do, ok := reg.Get(verb)
	if !ok {
		return fmt.Errorf("no verb %q", verb)
	}
	return do(ctx, "", []byte(word))
}
