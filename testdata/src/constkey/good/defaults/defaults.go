// Package defaults has constants near a key: defaults that are replaced, words that are compared, keys of other kinds.
package defaults

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"os"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/ec2"
)

const noKey = "none"

// Params of a request.
type Params struct {
	Locker         string
	IdempotencyKey string
}

// defaults are what a caller starts from.
func defaults() Params { return Params{Locker: "A", IdempotencyKey: noKey} }

type lockers interface {
	Open(ctx context.Context, p Params) error
}

// replaced: every path puts the real key over the default before it is sent.
func replaced(ctx context.Context, l lockers, delivery string) error {
	p := defaults()
	p.IdempotencyKey = delivery
	return l.Open(ctx, p)
}

// refused: the default is a mark for "not set", and a request that has it is not sent.
func refused(hc *http.Client, req *http.Request, key string) error {
	if key == noKey {
		return errors.New("a key is needed")
	}
	req.Header.Set("Idempotency-Key", key)
	resp, err := hc.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// ofBuild: the environment names one build.
func ofBuild(ctx context.Context, c *ec2.Client, image string) error {
	_, err := c.RunInstances(ctx, &ec2.RunInstancesInput{
		ImageId:     &image,
		MinCount:    aws.Int32(1),
		MaxCount:    aws.Int32(1),
		ClientToken: aws.String("runner-" + os.Getenv("BUILD_ID")),
	})
	return err
}

// removed: the header is taken away, not set.
func removed(hc *http.Client, req *http.Request) error {
	req.Header.Del("Idempotency-Key")
	req.Header.Set("Accept", "application/json")
	resp, err := hc.Do(req)
	if err != nil {
		return err
	}
	slog.Info("sent without a key", "header", "Idempotency-Key")
	return resp.Body.Close()
}

// named: the constant is the name of the header, not the key.
func named(h http.Header, key string) {
	const header = "Idempotency-Key"
	allowed := map[string]bool{"idempotency-key": true, "client-token": false}
	if allowed["idempotency-key"] {
		h.Set(header, key)
	}
}

// unset: an SDK fills in a token where the field is nil or empty.
func unset(ctx context.Context, c *ec2.Client, gib int32) error {
	in := &ec2.CreateVolumeInput{Size: &gib, AvailabilityZone: aws.String("eu-west-1a"), ClientToken: nil}
	_, err := c.CreateVolume(ctx, in)
	return err
}

type fakeLockers struct{ opened map[string]Params }

// Open of the fake, and a call of it as tests make it.
func (f *fakeLockers) Open(_ context.Context, p Params) error {
	f.opened[p.IdempotencyKey] = p
	return nil
}

func (f *fakeLockers) knows(key string) bool {
	_, ok := f.opened[key]
	return ok
}
