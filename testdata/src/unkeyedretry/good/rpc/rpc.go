// Package rpc lets gRPC repeat what may be repeated.
package rpc

import (
	"context"
	"time"

	"github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/retry"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/types/known/emptypb"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/wrapperspb"
)

// named lists the methods that are repeated: those that read and the one that sets.
func named(addr string) (*grpc.ClientConn, error) {
	config := `{"methodConfig": [{
		"name": [
			{"service": "shop.v1.Carts", "method": "GetCart"},
			{"service": "shop.v1.Carts", "method": "DeleteCart"},
			{"service": "shop.v1.Carts", "method": "SetQuantity"}
		],
		"retryPolicy": {"maxAttempts": 3, "initialBackoff": "0.2s", "maxBackoff": "2s", "backoffMultiplier": 1.5,
			"retryableStatusCodes": ["UNAVAILABLE", "DEADLINE_EXCEEDED"]}
	}, {
		"name": [{"service": "shop.v1.Carts"}],
		"timeout": "3s"
	}]}`
	return grpc.NewClient(addr, grpc.WithTransportCredentials(insecure.NewCredentials()), grpc.WithDefaultServiceConfig(config))
}

// balanced has a config without a policy.
func balanced(addr string) (*till, error) {
	cc, err := grpc.NewClient(addr,
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultServiceConfig(`{"loadBalancingConfig": [{"round_robin": {}}]}`),
	)
	if err != nil {
		return nil, err
	}
	return &till{cc: cc}, nil
}

type till struct{ cc grpc.ClientConnInterface }

const tillTransferMethod = "/shop.v1.Till/TransferCash"

// TransferCash moves cash from one drawer to another.
func (t *till) TransferCash(ctx context.Context, cents *wrapperspb.Int64Value, opts ...grpc.CallOption) (*emptypb.Empty, error) {
	out := new(emptypb.Empty)
	if err := t.cc.Invoke(ctx, tillTransferMethod, cents, out, opts...); err != nil {
		return nil, err
	}
	return out, nil
}

// option asks for retries of a call that reads; disabled switches them off for one that does not.
func option(ctx context.Context, cc *grpc.ClientConn, name *wrapperspb.StringValue) (*structpb.Struct, error) {
	out := new(structpb.Struct)
	err := cc.Invoke(ctx, "/shop.v1.Lists/GetItem", name, out, retry.WithMax(4), retry.WithCodes(codes.DeadlineExceeded, codes.Unavailable))
	return out, err
}

func disabled(ctx context.Context, cc *grpc.ClientConn, item *structpb.Struct) error {
	return cc.Invoke(ctx, "/shop.v1.Lists/InsertItem", item, new(emptypb.Empty), retry.Disable())
}

// byHand sends the wish's key in the metadata.
func byHand(ctx context.Context, cc grpc.ClientConnInterface, key string, wish *structpb.Value) (err error) {
	ctx = metadata.AppendToOutgoingContext(ctx, "idempotency-key", key)
	for i := 0; i < 3; i++ {
		if err = cc.Invoke(ctx, "/shop.v1.Wishes/CreateWish", wish, new(emptypb.Empty)); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
