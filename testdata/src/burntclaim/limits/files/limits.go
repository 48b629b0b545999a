// Package files has a claim that is a file.
package files

import (
	"context"
	"errors"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
)

// uploader puts scans into an archive, each once.
type uploader struct {
	dir     string
	archive string
}

func (u *uploader) mark(scan string) (bool, error) {
	f, err := os.OpenFile(filepath.Join(u.dir, scan+".done"), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600) // miss: IDV311 what OpenFile does is in the bits of its flag
	if errors.Is(err, fs.ErrExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return true, f.Close()
}

func (u *uploader) upload(ctx context.Context, scan string) error {
	ok, err := u.mark(scan)
	if err != nil || !ok {
		return err
	}
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
	return nil
}
