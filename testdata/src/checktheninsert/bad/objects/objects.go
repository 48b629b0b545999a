// Package objects uses markers in object stores and file systems.
package objects

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"
)

var errClosed = errors.New("there is one already")

// archive closes a year once; the marker says for ever which host did it.
type archive struct {
	client *s3.Client
	bucket string
	host   string
}

func (a *archive) closed(ctx context.Context, year string) (bool, error) {
	_, err := a.client.HeadObject(ctx, &s3.HeadObjectInput{Bucket: aws.String(a.bucket), Key: aws.String(year + "/closed")})
	var none *types.NotFound
	if errors.As(err, &none) {
		return false, nil
	}
	return err == nil, err
}

func (a *archive) close(ctx context.Context, year string) error {
	done, err := a.closed(ctx, year)
	if err != nil {
		return err
	}
	if done {
		return errClosed
	}
	_, err = a.client.PutObject(ctx, &s3.PutObjectInput{ // want "IDV301: PutObject"
		Bucket: aws.String(a.bucket),
		Key:    aws.String(year + "/closed"),
		Body:   strings.NewReader(a.host),
	})
	return err
}

// guestbook has one page for each guest.
type guestbook struct{ dir string }

func (g guestbook) sign(guest, text string) (bool, error) {
	page := filepath.Join(g.dir, filepath.Base(guest)+".txt")
	if _, err := os.Stat(page); err == nil {
		return false, nil
	} else if !os.IsNotExist(err) {
		return false, err
	}
	err := os.WriteFile(page, []byte(text), 0o600) // want "IDV301: WriteFile"
	return err == nil, err
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return !errors.Is(err, os.ErrNotExist)
}

// draw publishes the numbers of a lottery, which must not be drawn again.
func draw(path string, numbers []int) error {
	if exists(path) {
		return errClosed
	}
	f, err := os.Create(path) // want "IDV301: Create"
	if err != nil {
		return err
	}
	defer f.Close()
	for _, n := range numbers {
		if _, err := fmt.Fprintln(f, n); err != nil {
			return err
		}
	}
	return f.Sync()
}
