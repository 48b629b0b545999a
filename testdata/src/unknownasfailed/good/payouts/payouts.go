// Package payouts pays artists, from documents that are stored, and lets a resolver look when the answer does not come.
package payouts

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/plutov/paypal/v4"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
)

// stage pays artists.
type stage struct {
	paypal *paypal.Client
	fees   *mongo.Collection
	pool   *pgxpool.Pool
}

func newStage(p *paypal.Client, db *mongo.Database, pool *pgxpool.Pool) *stage {
	return &stage{paypal: p, fees: db.Collection("artist_fees"), pool: pool}
}

// pay pays one fee. The state unknown is the resolver's.
func (s *stage) pay(ctx context.Context, fee, mail, amount string) error {
	batch, err := s.send(ctx, fee, mail, amount)
	if refused(err) {
		return s.set(ctx, fee, bson.M{"state": "failed"})
	}
	if err != nil {
		return s.set(context.WithoutCancel(ctx), fee, bson.M{"state": "unknown"})
	}
	return s.set(ctx, fee, bson.M{"state": "paid", "batch": batch})
}

// refused holds for answers that say that nothing was done.
func refused(err error) bool {
	var answer *paypal.ErrorResponse
	return errors.As(err, &answer) && answer.Response != nil && answer.Response.StatusCode == http.StatusUnprocessableEntity
}

func (s *stage) send(ctx context.Context, fee, mail, amount string) (string, error) {
	res, err := s.paypal.CreatePayout(ctx, paypal.Payout{
		SenderBatchHeader: &paypal.SenderBatchHeader{SenderBatchID: fee},
		Items:             []paypal.PayoutItem{{RecipientType: "EMAIL", Receiver: mail, Amount: &paypal.AmountPayout{Value: amount, Currency: "EUR"}}},
	})
	if err != nil {
		return "", err
	}
	return res.BatchHeader.PayoutBatchID, nil
}

func (s *stage) set(ctx context.Context, fee string, to bson.M) error {
	_, err := s.fees.UpdateOne(ctx, bson.M{"_id": fee, "state": bson.M{"$in": bson.A{"due", "unknown"}}}, bson.M{"$set": to})
	return err
}

// capture writes down that the time was up, which is what it knows.
func (s *stage) capture(ctx context.Context, deposit string) error {
	limited, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	_, err := s.paypal.CaptureAuthorizationWithPaypalRequestId(limited, deposit, &paypal.PaymentCaptureRequest{FinalCapture: true}, "deposit-"+deposit)
	if errors.Is(err, context.DeadlineExceeded) {
		_, err = s.pool.Exec(ctx, `update deposits set state = 'UNKNOWN' where id = $1 and state = 'OPEN'`, deposit)
		return err
	}
	if err != nil {
		return err
	}
	_, err = s.pool.Exec(ctx, `update deposits set state = 'CAPTURED' where id = $1 and state in ('OPEN', 'UNKNOWN')`, deposit)
	return err
}

// resolve captures again, under the same key, what has no end.
func (s *stage) resolve(ctx context.Context) error {
	rows, err := s.pool.Query(ctx, `select id from deposits where state in ('OPEN', 'UNKNOWN')`)
	if err != nil {
		return err
	}
	defer rows.Close()
	var open []string
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			return err
		}
		open = append(open, id)
	}
	errs := []error{rows.Err()}
	for _, id := range open {
		errs = append(errs, s.capture(ctx, id))
	}
	return errors.Join(errs...)
}
