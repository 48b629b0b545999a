// Package markers claims by a key.
package markers

import (
	"context"
	"errors"

	"github.com/nats-io/nats.go/jetstream"
)

// rollout installs a version on each host once.
type rollout struct {
	done    jetstream.KeyValue
	install func(ctx context.Context, host, version string) error
}

func (r *rollout) host(ctx context.Context, host, version string) error {
	if _, err := r.done.Create(ctx, host+"."+version, nil); err != nil { // want "IDV311: .*Create"
		if errors.Is(err, jetstream.ErrKeyExists) {
			return nil
		}
		return err
	}
	return r.install(ctx, host, version)
}
