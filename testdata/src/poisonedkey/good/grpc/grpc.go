// Package grpc has an interceptor that keeps replies and refusals.
package grpc

import (
	"context"
	"encoding/json"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/anypb"

	"example.com/cases/poisonedkey/ask"
)

// reply is what is stored. Its owner is set while the call is worked on.
type reply struct {
	Fingerprint string
	Owner       string
	Code        codes.Code
	Message     string
	Type        string
	Value       []byte
}

func (r reply) again(fingerprint string) (any, error) {
	switch {
	case r.Fingerprint != fingerprint:
		return nil, status.Error(codes.InvalidArgument, "the key was used for another call")
	case r.Owner != "":
		return nil, status.Error(codes.Aborted, "in progress")
	case r.Code != codes.OK:
		return nil, status.Error(r.Code, r.Message)
	}
	return (&anypb.Any{TypeUrl: r.Type, Value: r.Value}).UnmarshalNew()
}

// release gives back a claim that is still its owner's.
var release = redis.NewScript(`local s = redis.call("GET", KEYS[1]) if s and cjson.decode(s).Owner == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`)

type replies struct{ rdb *redis.Client }

func (s *replies) begin(ctx context.Context, id, fingerprint, owner string) (*reply, error) {
	claim, err := json.Marshal(reply{Fingerprint: fingerprint, Owner: owner})
	if err != nil {
		return nil, err
	}
	won, err := s.rdb.SetNX(ctx, id, claim, ask.Lease*time.Second).Result()
	if err != nil || won {
		return nil, err
	}
	known, err := s.rdb.Get(ctx, id).Bytes()
	if err != nil {
		return nil, err
	}
	r := new(reply)
	return r, json.Unmarshal(known, r)
}

func (s *replies) keep(ctx context.Context, id string, r reply) error {
	raw, err := json.Marshal(r)
	if err != nil {
		return err
	}
	return s.rdb.Set(ctx, id, raw, 24*time.Hour).Err()
}

// refused reports whether a code says the same about the call tomorrow.
func refused(code codes.Code) bool {
	switch code {
	case codes.InvalidArgument, codes.NotFound, codes.AlreadyExists, codes.PermissionDenied, codes.FailedPrecondition, codes.OutOfRange:
		return true
	default:
		return false
	}
}

func replyOf(fingerprint string, resp any, err error) reply {
	r := reply{Fingerprint: fingerprint, Code: status.Code(err), Message: status.Convert(err).Message()}
	if m, ok := resp.(proto.Message); ok && err == nil {
		if packed, err := anypb.New(m); err == nil {
			r.Type, r.Value = packed.TypeUrl, packed.Value
		}
	}
	return r
}

// printed is a request that says what it asks for.
type printed interface{ Fingerprint() string }

// Once is the interceptor.
func (s *replies) Once(ctx context.Context, req any, info *grpc.UnaryServerInfo, handler grpc.UnaryHandler) (any, error) {
	md, _ := metadata.FromIncomingContext(ctx)
	keys := md.Get("idempotency-key")
	p, ok := req.(printed)
	if len(keys) == 0 || !ok {
		return handler(ctx, req)
	}
	id := "reply:" + ask.Caller(ctx) + ":" + info.FullMethod + ":" + keys[0]
	owner := uuid.NewString()
	known, err := s.begin(ctx, id, p.Fingerprint(), owner)
	if err != nil {
		return nil, status.Error(codes.Unavailable, "try again")
	}
	if known != nil {
		return known.again(p.Fingerprint())
	}
	resp, err := handler(ctx, req)
	if err != nil && !refused(status.Code(err)) {
		_ = release.Run(context.WithoutCancel(ctx), s.rdb, []string{id}, owner).Err()
		return nil, err
	}
	if keepErr := s.keep(context.WithoutCancel(ctx), id, replyOf(p.Fingerprint(), resp, err)); keepErr != nil {
		return nil, status.Error(codes.Unavailable, "try again")
	}
	return resp, err
}

func server(rdb *redis.Client) *grpc.Server {
	return grpc.NewServer(grpc.UnaryInterceptor((&replies{rdb: rdb}).Once))
}
