// Package limits gives readers to clients that repeat by themselves.
package limits

import (
	"context"
	"io"
	"os"

	"github.com/go-resty/resty/v2"
)

// tape is stored by a client with retries, which sends what is left of the reader.
func tape(ctx context.Context, root, number string, sound io.Reader) error {
	c := resty.New().SetBaseURL(root).SetRetryCount(3)
	_, err := c.R().SetContext(ctx).SetBody(sound).Put("/tapes/" + number) // miss: IDV111 what a client that repeats by itself makes of a reader is not looked at
	return err
}

// film has the client in a field and opens a file.
type film struct{ rest *resty.Client }

func newFilm() *film {
	rest := resty.New()
	rest.SetRetryCount(2)
	return &film{rest: rest}
}

func (f *film) send(ctx context.Context, name string) error {
	reel, err := os.Open(name)
	if err != nil {
		return err
	}
	defer reel.Close()
	r := f.rest.R().SetContext(ctx).SetHeader("Idempotency-Key", name)
	r.SetBody(reel)
	_, err = r.Post("https://films.example/reels") // miss: IDV111 what a client that repeats by itself makes of a reader is not looked at
	return err
}
