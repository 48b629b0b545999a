package hookorder

import (
	"context"

	"github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/retry"
	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"

	"github.com/google/uuid"
)

// outerRetry: the option for a single interceptor always comes first in the chain, wherever it stands in the call.
func outerRetry(target string) (*grpc.ClientConn, error) {
	return grpc.NewClient(target,
		grpc.WithChainUnaryInterceptor(keyed),
		grpc.WithUnaryInterceptor(retry.UnaryClientInterceptor(retry.WithMax(4))),
	)
}

func keyed(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, next grpc.UnaryInvoker, opts ...grpc.CallOption) error {
	md := metadata.Pairs("idempotency-key", uuid.NewString()) // miss: IDV101 the order of interceptors is read within one option only
	return next(metadata.NewOutgoingContext(ctx, md), method, req, reply, cc, opts...)
}

// tenantKeys is an interceptor that is a method.
type tenantKeys struct{ tenant string }

func (t *tenantKeys) intercept(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, next grpc.UnaryInvoker, opts ...grpc.CallOption) error {
	md := metadata.MD{}
	md.Set("x-idempotency-key", t.tenant+"/"+uuid.NewString()) // miss: IDV101 the order of interceptors is read within one option only
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
