// Package markers claims by a key that ends soon, or has no need to.
package markers

import (
	"context"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// uploader puts scans into an archive, under their own names. Files are moved out of the way after the upload.
type uploader struct {
	dir     string
	archive string
}

func (u *uploader) upload(ctx context.Context, scan string) error {
	body, err := os.Open(filepath.Join(u.dir, scan))
	if err != nil {
		return err
	}
	defer body.Close()
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, u.archive+"/"+scan, body)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		return errors.New(resp.Status)
	}
	return os.Rename(filepath.Join(u.dir, scan), filepath.Join(u.dir, "done", scan))
}

// rollout sees to it that hosts have a version. One node at a time looks after a host, for a minute.
type rollout struct {
	turns   jetstream.KeyValue
	install func(ctx context.Context, host, version string) error
}

func (r *rollout) host(ctx context.Context, host, version string) error {
	if _, err := r.turns.Create(ctx, host, []byte(version), jetstream.KeyTTL(time.Minute)); err != nil {
		if errors.Is(err, jetstream.ErrKeyExists) {
			return nil
		}
		return err
	}
	return r.install(ctx, host, version)
}
