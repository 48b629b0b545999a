// Package grpcpush wakes phones up with pushes that replace each other.
package grpcpush

import (
	"context"
	"fmt"

	"github.com/redis/go-redis/v9"
	"github.com/sideshow/apns2"
	"google.golang.org/protobuf/types/known/emptypb"
	"google.golang.org/protobuf/types/known/wrapperspb"
)

// alarms implements a service of gRPC.
type alarms struct {
	apns *apns2.Client
	rdb  redis.UniversalClient
}

// Ring wakes the phone with this token up. A second push takes the place of the first.
func (a *alarms) Ring(ctx context.Context, token *wrapperspb.StringValue) (*emptypb.Empty, error) {
	id, err := a.push(ctx, token.GetValue())
	if err != nil {
		return nil, err
	}
	return &emptypb.Empty{}, a.log(ctx, token.GetValue(), id)
}

func (a *alarms) push(ctx context.Context, token string) (string, error) {
	res, err := a.apns.PushWithContext(ctx, &apns2.Notification{DeviceToken: token, Topic: "com.example.alarm", CollapseID: "alarm", Payload: `{"aps":{"alert":"Wake up"}}`})
	if err != nil {
		return "", err
	}
	if !res.Sent() {
		return "", fmt.Errorf("push: %s", res.Reason)
	}
	return res.ApnsID, nil
}

func (a *alarms) log(ctx context.Context, token, id string) error {
	return a.rdb.HSet(ctx, "alarms:"+token, "last", id).Err()
}
