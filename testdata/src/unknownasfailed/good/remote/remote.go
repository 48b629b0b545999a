// Package remote calls a service by gRPC, and lets the codes stand that say nothing.
package remote

import (
	"context"
	"errors"

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
	db *sqlx.DB
	cc *grpc.ClientConn
}

// row is a row of moves.
type row struct {
	ID    string `db:"id"`
	Grams int64  `db:"grams"`
}

func (v *vault) move(ctx context.Context, m row) error {
	err := v.call(ctx, m)
	switch status.Code(err) {
	case codes.OK:
		_, err = v.db.ExecContext(ctx, `UPDATE moves SET state = 'moved' WHERE id = ? AND state = 'asked'`, m.ID)
		return err
	case codes.InvalidArgument, codes.FailedPrecondition:
		_, err = v.db.ExecContext(ctx, `UPDATE moves SET state = 'failed' WHERE id = ? AND state = 'asked'`, m.ID)
		return err
	default:
		_, noteErr := v.db.ExecContext(context.WithoutCancel(ctx), `UPDATE moves SET last_error = ? WHERE id = ? AND state = 'asked'`, err.Error(), m.ID)
		return errors.Join(err, noteErr)
	}
}

func (v *vault) call(ctx context.Context, m row) error {
	ctx = metadata.AppendToOutgoingContext(ctx, "idempotency-key", m.ID)
	return v.cc.Invoke(ctx, "/vault.v1.Moves/CreateMove", wrapperspb.Int64(m.Grams), new(emptypb.Empty))
}

func (v *vault) resolve(ctx context.Context) error {
	var open []row
	if err := v.db.SelectContext(ctx, &open, `SELECT id, grams FROM moves WHERE state = 'asked'`); err != nil {
		return err
	}
	var errs []error
	for _, m := range open {
		errs = append(errs, v.move(ctx, m))
	}
	return errors.Join(errs...)
}
