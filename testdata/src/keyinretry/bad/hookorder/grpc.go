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

// outerRetry: the option for a single interceptor always comes first in the chain, wherever it stands in the call.
func outerRetry(target string) (*grpc.ClientConn, error) {
	return grpc.NewClient(target,
		grpc.WithChainUnaryInterceptor(keyed),
		grpc.WithUnaryInterceptor(retry.UnaryClientInterceptor(retry.WithMax(4))),
	)
}

func keyed(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, next grpc.UnaryInvoker, opts ...grpc.CallOption) error {
	md := metadata.Pairs("idempotency-key", uuid.NewString()) // want "IDV101: idempotency-key"
	return next(metadata.NewOutgoingContext(ctx, md), method, req, reply, cc, opts...)
}

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

// tenantKeys is an interceptor that is a method.
type tenantKeys struct{ tenant string }

func (t *tenantKeys) intercept(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, next grpc.UnaryInvoker, opts ...grpc.CallOption) error {
	md := metadata.MD{}
	md.Set("x-idempotency-key", t.tenant+"/"+uuid.NewString()) // want "IDV101: x-idempotency-key"
	return next(metadata.NewOutgoingContext(ctx, md), method, req, reply, cc, opts...)
}

func asMethod(target, tenant string) (*grpc.ClientConn, error) {
	t := &tenantKeys{tenant: tenant}
	opts := []grpc.DialOption{
		grpc.WithChainUnaryInterceptor(retry.UnaryClientInterceptor()),
		grpc.WithChainUnaryInterceptor(t.intercept),
	}
	return grpc.NewClient(target, opts...)
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
