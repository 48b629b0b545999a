// Package grpcpush wakes phones up and writes the alarm into a stream afterwards.
package grpcpush

import (
	"context"

	"firebase.google.com/go/v4/messaging"
	"github.com/redis/go-redis/v9"
	"google.golang.org/protobuf/types/known/emptypb"
	"google.golang.org/protobuf/types/known/wrapperspb"
)

// alarms implements a service of gRPC.
type alarms struct {
	fcm *messaging.Client
	rdb redis.UniversalClient
}

// Ring wakes the phone with this token up.
func (a *alarms) Ring(ctx context.Context, token *wrapperspb.StringValue) (*emptypb.Empty, error) {
	name, err := a.push(ctx, token.GetValue())
	if err != nil {
		return nil, err
	}
	return &emptypb.Empty{}, a.log(ctx, token.GetValue(), name)
}

func (a *alarms) push(ctx context.Context, token string) (string, error) {
	return a.fcm.Send(ctx, &messaging.Message{Token: token, Notification: &messaging.Notification{Title: "Wake up"}}) // want "IDV501: .*Send"
}

func (a *alarms) log(ctx context.Context, token, name string) error {
	return a.rdb.HSet(ctx, "alarms:"+token, "last", name).Err()
}
