// Package rpc takes the key from gRPC metadata, or from nowhere.
package rpc

import (
	"context"

	"github.com/google/uuid"
	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"
)

type keyOf struct{}

// Unary puts the key on the context of the call.
func Unary(ctx context.Context, req any, _ *grpc.UnaryServerInfo, handler grpc.UnaryHandler) (any, error) {
	var key string
	if md, ok := metadata.FromIncomingContext(ctx); ok {
		if sent := md.Get("idempotency-key"); len(sent) > 0 {
			key = sent[0]
		}
	}
	if key == "" {
		key = uuid.NewString() // want "IDV103: idempotency-key"
	}
	return handler(context.WithValue(ctx, keyOf{}, key), req)
}

// relay forwards the call to another service under a key of its own when there was none.
func relay(cc grpc.ClientConnInterface) grpc.UnaryServerInterceptor {
	return func(ctx context.Context, req any, info *grpc.UnaryServerInfo, _ grpc.UnaryHandler) (any, error) {
		key := first(metadata.ValueFromIncomingContext(ctx, "x-idempotency-key"))
		if key == "" {
			key = "relay-" + uuid.NewString() // want "IDV103: x-idempotency-key"
		}
		var reply any
		err := cc.Invoke(metadata.AppendToOutgoingContext(ctx, "x-idempotency-key", key), info.FullMethod, req, &reply)
		return reply, err
	}
}

func first(values []string) string {
	if len(values) == 0 {
		return ""
	}
	return values[0]
}
