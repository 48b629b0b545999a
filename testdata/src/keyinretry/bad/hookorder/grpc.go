// Package hookorder mints in hooks that run once per attempt: interceptors behind the one that retries, transports below a
// retrying client, request hooks.
package hookorder

import (
	"context"

	"github.com/google/uuid"
	"github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/retry"
	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"
)

// guarded looks whether the key is there already. It never is: each attempt starts from the context of the call.
func guarded(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, next grpc.UnaryInvoker, opts ...grpc.CallOption) error {
	md, ok := metadata.FromOutgoingContext(ctx)
	if !ok || len(md.Get("idempotency-key")) == 0 {
		ctx = metadata.AppendToOutgoingContext(ctx, "idempotency-key", uuid.NewString()) // want "IDV101: idempotency-key"
	}
	return next(ctx, method, req, reply, cc, opts...)
}

// inVariable builds the chain in a variable.
func inVariable(target string) (*grpc.ClientConn, error) {
	chain := []grpc.UnaryClientInterceptor{
		retry.UnaryClientInterceptor(retry.WithMax(2)),
		guarded,
	}
	return grpc.NewClient(target, grpc.WithChainUnaryInterceptor(chain...))
}

// ownRetry is a home-made interceptor that retries; stamp stands behind it.
func ownRetry(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, next grpc.UnaryInvoker, opts ...grpc.CallOption) error {
	var err error
	for range 3 {
		if err = next(ctx, method, req, reply, cc, opts...); err == nil {
			return nil
		}
	}
	return err
}

func stamp(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, next grpc.UnaryInvoker, opts ...grpc.CallOption) error {
	ctx = metadata.AppendToOutgoingContext(ctx, "idempotency-key", uuid.NewString()) // want "IDV101: idempotency-key"
	return next(ctx, method, req, reply, cc, opts...)
}

func homeMade(target string) (*grpc.ClientConn, error) {
	return grpc.NewClient(target, grpc.WithChainUnaryInterceptor(ownRetry, stamp))
}
