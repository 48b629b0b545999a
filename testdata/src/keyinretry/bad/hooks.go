package bad

import (
	"context"
	"net/http"

	"github.com/go-resty/resty/v2"
	"github.com/google/uuid"
	"github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/retry"
	"github.com/hashicorp/go-retryablehttp"
	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"

	"example.com/cases/keyinretry/hooked"
	"example.com/cases/keyinretry/keys"
)

// A transport sees every attempt that a client above it makes.
type keyTransport struct{ base http.RoundTripper }

func (t keyTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	out := req.Clone(req.Context())
	out.Header.Set("Idempotency-Key", keys.New()) // want "IDV101: Idempotency-Key"
	return t.base.RoundTrip(out)
}

// A retrying transport that mints inside its own loop.
type retryTransport struct{ base http.RoundTripper }

func (t retryTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	for {
		out := req.Clone(req.Context())
		out.Header.Set("Idempotency-Key", keys.New()) // want "IDV101: Idempotency-Key"
		if resp, err := t.base.RoundTrip(out); err == nil {
			return resp, nil
		}
	}
}

// A hook in a field, called in the retry loop of another package.
func hook() *hooked.Client {
	return hooked.New(&hooked.Config{
		Attempts: 3,
		Before: func(r *http.Request) {
			r.Header.Set("Idempotency-Key", uuid.NewString()) // want "IDV101: Idempotency-Key"
		},
	})
}

// resty runs the hook before every attempt, and retries are on.
func restyHook() *resty.Client {
	c := resty.New().SetRetryCount(3)
	c.OnBeforeRequest(func(_ *resty.Client, r *resty.Request) error {
		r.SetHeader("Idempotency-Key", uuid.NewString()) // want "IDV101: Idempotency-Key"
		return nil
	})
	return c
}

// retryablehttp runs the hook before every repetition.
func retryableHook() *retryablehttp.Client {
	c := retryablehttp.NewClient()
	c.PrepareRetry = func(req *http.Request) error {
		req.Header.Set("Idempotency-Key", uuid.NewString()) // want "IDV101: Idempotency-Key"
		return nil
	}
	return c
}

// The interceptor stands behind the one that retries.
func dial(target string) (*grpc.ClientConn, error) {
	return grpc.NewClient(target, grpc.WithChainUnaryInterceptor(
		retry.UnaryClientInterceptor(retry.WithMax(3)),
		stamp,
	))
}

func stamp(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoker grpc.UnaryInvoker, opts ...grpc.CallOption) error {
	ctx = metadata.AppendToOutgoingContext(ctx, "idempotency-key", uuid.NewString()) // want "IDV101: idempotency-key"
	return invoker(ctx, method, req, reply, cc, opts...)
}

// The same with an interceptor that a function makes.
func dialMade(target string) (*grpc.ClientConn, error) {
	return grpc.NewClient(target, grpc.WithChainUnaryInterceptor(
		retry.UnaryClientInterceptor(retry.WithMax(3)),
		stamper("idempotency-key"),
	))
}

func stamper(prefix string) grpc.UnaryClientInterceptor {
	return func(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoker grpc.UnaryInvoker, opts ...grpc.CallOption) error {
		ctx = metadata.AppendToOutgoingContext(ctx, "x-idempotency-key", prefix+uuid.NewString()) // want "IDV101: idempotency-key"
		return invoker(ctx, method, req, reply, cc, opts...)
	}
}
