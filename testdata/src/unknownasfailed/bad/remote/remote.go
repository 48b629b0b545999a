// Package remote calls a service by gRPC, whose codes it sorts into the wrong heap.
package remote

import (
	"context"

	"github.com/jmoiron/sqlx"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/emptypb"
	"google.golang.org/protobuf/types/known/wrapperspb"
)

// vault moves gold that stands in table moves.
type vault struct {
	db   *sqlx.DB
	cc   *grpc.ClientConn
	note func(err error)
}

func (v *vault) move(ctx context.Context, id string, grams int64) error {
	err := v.call(ctx, id, grams)
	switch status.Code(err) {
	case codes.OK:
		_, err = v.db.ExecContext(ctx, `UPDATE moves SET state = 'moved' WHERE id = ? AND state = 'asked'`, id)
		return err
	case codes.Unavailable, codes.DeadlineExceeded, codes.InvalidArgument:
		_, err = v.db.ExecContext(ctx, `UPDATE moves SET state = 'failed' WHERE id = ? AND state = 'asked'`, id) // want "IDV505: .*moves"
		return err
	default:
		v.note(err)
		return err
	}
}

func (v *vault) call(ctx context.Context, id string, grams int64) error {
	ctx = metadata.AppendToOutgoingContext(ctx, "idempotency-key", id)
	return v.cc.Invoke(ctx, "/vault.v1.Moves/CreateMove", wrapperspb.Int64(grams), new(emptypb.Empty))
}
