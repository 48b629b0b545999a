// Package rpc lets gRPC repeat methods that create something.
package rpc

import (
	"context"
	"time"

	"github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/retry"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/protobuf/types/known/emptypb"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/wrapperspb"
)

// named lists the methods that are repeated, AddItem among those that read.
func named(addr string) (*grpc.ClientConn, error) {
	config := `{"methodConfig": [{
		"name": [
			{"service": "shop.v1.Carts", "method": "GetCart"},
			{"service": "shop.v1.Carts", "method": "AddItem"}
		],
		"retryPolicy": {"maxAttempts": 3, "initialBackoff": "0.2s", "maxBackoff": "2s", "backoffMultiplier": 1.5,
			"retryableStatusCodes": ["UNAVAILABLE", "DEADLINE_EXCEEDED"]}
	}]}`
	return grpc.NewClient(addr, grpc.WithTransportCredentials(insecure.NewCredentials()), grpc.WithDefaultServiceConfig(config)) // want "IDV106: AddItem"
}

const (
	policy   = `{"maxAttempts": 5, "initialBackoff": "1s", "maxBackoff": "8s", "backoffMultiplier": 2, "retryableStatusCodes": ["INTERNAL", "UNAVAILABLE"]}`
	services = `{"loadBalancingConfig": [{"round_robin": {}}], "methodConfig": [{"name": [{}], "retryPolicy": ` + policy + `}]}`
)

// everything puts all methods under the policy by an empty name.
func everything(addr string, opts ...grpc.DialOption) (*till, error) {
	opts = append(opts,
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultServiceConfig(services), // want "IDV106: "
	)
	cc, err := grpc.NewClient(addr, opts...)
	if err != nil {
		return nil, err
	}
	return &till{cc: cc}, nil
}

// till is written by hand after the pattern of generated clients.
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

// option asks the interceptor for retries of one call.
func option(ctx context.Context, cc *grpc.ClientConn, item *structpb.Struct) error {
	return cc.Invoke(ctx, "/shop.v1.Lists/InsertItem", item, new(emptypb.Empty), // want "IDV106: InsertItem"
		retry.WithMax(4), retry.WithPerRetryTimeout(time.Second), retry.WithCodes(codes.DeadlineExceeded, codes.Unavailable))
}

// byHand repeats a call in a loop of its own.
func byHand(ctx context.Context, cc grpc.ClientConnInterface, wish *structpb.Value) (err error) {
	for i := 0; i < 3; i++ {
		if err = cc.Invoke(ctx, "/shop.v1.Wishes/CreateWish", wish, new(emptypb.Empty)); err == nil { // want "IDV106: CreateWish"
			return nil
		}
	}
	return err
}
