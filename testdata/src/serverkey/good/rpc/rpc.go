// Package rpc takes the key from gRPC metadata and refuses a call without one.
package rpc

import (
	"context"
	"strings"

	"github.com/google/uuid"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
)

type keyOf struct{}

// Unary puts the key on the context of a call that writes.
func Unary(ctx context.Context, req any, info *grpc.UnaryServerInfo, handler grpc.UnaryHandler) (any, error) {
	var key string
	if md, ok := metadata.FromIncomingContext(ctx); ok {
		if sent := md.Get("idempotency-key"); len(sent) > 0 {
			key = sent[0]
		}
	}
	if key == "" && !strings.Contains(info.FullMethod, "/Get") {
		return nil, status.Error(codes.InvalidArgument, "idempotency-key is missing")
	}
	return handler(context.WithValue(ctx, keyOf{}, key), req)
}

// relay forwards the key only if there is one, and a trace in any case.
func relay(cc grpc.ClientConnInterface) grpc.UnaryServerInterceptor {
	return func(ctx context.Context, req any, info *grpc.UnaryServerInfo, _ grpc.UnaryHandler) (any, error) {
		trace := first(metadata.ValueFromIncomingContext(ctx, "x-trace-id"))
		if trace == "" {
			trace = uuid.NewString()
		}
		ctx = metadata.AppendToOutgoingContext(ctx, "x-trace-id", trace)
		if key := first(metadata.ValueFromIncomingContext(ctx, "x-idempotency-key")); key != "" {
			ctx = metadata.AppendToOutgoingContext(ctx, "x-idempotency-key", key)
		}
		var reply any
		err := cc.Invoke(ctx, info.FullMethod, req, &reply)
		return reply, err
	}
}

func first(values []string) string {
	if len(values) == 0 {
		return ""
	}
	return values[0]
}
