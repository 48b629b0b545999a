// Package hookorder mints in hooks that run once per call, in front of what retries, and passes on in the others.
package hookorder

import (
	"context"

	"github.com/google/uuid"
	"github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/retry"
	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"
)

// outerKey: the option for a single interceptor always comes first in the chain, wherever it stands in the call.
func outerKey(target string) (*grpc.ClientConn, error) {
	return grpc.NewClient(target,
		grpc.WithChainUnaryInterceptor(retry.UnaryClientInterceptor(retry.WithMax(4))),
		grpc.WithUnaryInterceptor(keyed),
	)
}

func keyed(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, next grpc.UnaryInvoker, opts ...grpc.CallOption) error {
	md := metadata.Pairs("idempotency-key", uuid.NewString())
	return next(metadata.NewOutgoingContext(ctx, md), method, req, reply, cc, opts...)
}

// inVariable builds the chain in a variable.
func inVariable(target string) (*grpc.ClientConn, error) {
	chain := []grpc.UnaryClientInterceptor{
		keyed,
		retry.UnaryClientInterceptor(retry.WithMax(2)),
	}
	return grpc.NewClient(target, grpc.WithChainUnaryInterceptor(chain...))
}

// alone has no interceptor that retries; what gRPC itself repeats, by service config, lies below all interceptors.
func alone(target string) (*grpc.ClientConn, error) {
	return grpc.NewClient(target,
		grpc.WithUnaryInterceptor(keyed),
		grpc.WithDefaultServiceConfig(`{"methodConfig":[{"name":[{}],"retryPolicy":{"maxAttempts":3}}]}`),
	)
}

// traced stands behind the retry and gives each attempt an id of its own, which only the logs look at.
func traced(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, next grpc.UnaryInvoker, opts ...grpc.CallOption) error {
	ctx = metadata.AppendToOutgoingContext(ctx, "x-request-id", uuid.NewString())
	return next(ctx, method, req, reply, cc, opts...)
}

// passed stands behind the retry and passes on the key that came with the context.
func passed(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, next grpc.UnaryInvoker, opts ...grpc.CallOption) error {
	if key, ok := ctx.Value(callKey{}).(string); ok {
		ctx = metadata.AppendToOutgoingContext(ctx, "idempotency-key", key)
	}
	return next(ctx, method, req, reply, cc, opts...)
}

type callKey struct{}

func behind(target string) (*grpc.ClientConn, error) {
	return grpc.NewClient(target, grpc.WithChainUnaryInterceptor(retry.UnaryClientInterceptor(), traced, passed))
}

// ownRetry makes the key itself, before its attempts.
func ownRetry(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, next grpc.UnaryInvoker, opts ...grpc.CallOption) error {
	ctx = metadata.AppendToOutgoingContext(ctx, "idempotency-key", uuid.NewString())
	var err error
	for range 3 {
		if err = next(ctx, method, req, reply, cc, opts...); err == nil {
			return nil
		}
	}
	return err
}

func homeMade(target string) (*grpc.ClientConn, error) {
	return grpc.NewClient(target, grpc.WithChainUnaryInterceptor(ownRetry))
}
