// Package objects uses markers in object stores and file systems that are created only when they are not there.
package objects

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"
	"github.com/aws/smithy-go"
)

var errClosed = errors.New("there is one already")

// archive closes a year once; the marker says for ever which host did it.
type archive struct {
	client *s3.Client
	bucket string
	host   string
}

func (a *archive) has(ctx context.Context, key string) (bool, error) {
	_, err := a.client.HeadObject(ctx, &s3.HeadObjectInput{Bucket: aws.String(a.bucket), Key: aws.String(key)})
	var none *types.NotFound
	if errors.As(err, &none) {
		return false, nil
	}
	return err == nil, err
}

func (a *archive) close(ctx context.Context, year string) error {
	done, err := a.has(ctx, year+"/closed")
	if err != nil {
		return err
	}
	if done {
		return errClosed
	}
	_, err = a.client.PutObject(ctx, &s3.PutObjectInput{
		Bucket:      aws.String(a.bucket),
		Key:         aws.String(year + "/closed"),
		Body:        strings.NewReader(a.host),
		IfNoneMatch: aws.String("*"),
	})
	var api smithy.APIError
	if errors.As(err, &api) && api.ErrorCode() == "PreconditionFailed" {
		return errClosed
	}
	return err
}

// add stores a scan under the hash of its content: whoever comes second writes the same bytes.
func (a *archive) add(ctx context.Context, scan []byte) (string, error) {
	sum := sha256.Sum256(scan)
	key := "scans/" + hex.EncodeToString(sum[:])
	there, err := a.has(ctx, key)
	if err != nil || there {
		return key, err
	}
	_, err = a.client.PutObject(ctx, &s3.PutObjectInput{Bucket: aws.String(a.bucket), Key: aws.String(key), Body: bytes.NewReader(scan)})
	return key, err
}

// guestbook has one page for each guest.
type guestbook struct{ dir string }

func (g guestbook) sign(guest, text string) (bool, error) {
	f, err := os.OpenFile(filepath.Join(g.dir, filepath.Base(guest)+".txt"), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if errors.Is(err, os.ErrExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	_, err = f.WriteString(text)
	if err = errors.Join(err, f.Close()); err != nil {
		return false, errors.Join(err, os.Remove(f.Name())) // a page without its text must not keep the guest from signing
	}
	return true, nil
}

// draw writes aside, and the link, which must be new, decides.
func draw(path string, numbers []byte) error {
	if _, err := os.Stat(path); err == nil {
		return errClosed
	}
	f, err := os.CreateTemp(filepath.Dir(path), "draw-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	defer f.Close()
	if _, err := f.Write(numbers); err != nil {
		return err
	}
	if err := os.Link(f.Name(), path); errors.Is(err, os.ErrExist) {
		return errClosed
	} else if err != nil {
		return err
	}
	return nil
}

// room makes a directory, which may be made twice.
func room(dir string) error {
	if _, err := os.Stat(dir); !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return os.MkdirAll(dir, 0o750)
}
