// Package windows has keys with a time in them that is not the moment of the attempt: the day of a daily job, the period
// of an invoice, the time at which a row was made.
package windows

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/hibiken/asynq"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/payout"
)

// daily pays a merchant once a day: all runs of a day have the same key.
func daily(ctx context.Context, merchant string, cents int64) error {
	params := &stripe.PayoutParams{Amount: stripe.Int64(cents), Currency: stripe.String("nok")}
	params.Context = ctx
	params.SetStripeAccount(merchant)
	params.SetIdempotencyKey("payout-" + merchant + "-" + time.Now().UTC().Format(time.DateOnly))
	_, err := payout.New(params)
	return err
}

// hourly sends the usage of an hour once.
func hourly(ctx context.Context, c *sqs.Client, queue, tenant, usage string) error {
	hour := time.Now().Truncate(time.Hour)
	_, err := c.SendMessage(ctx, &sqs.SendMessageInput{
		QueueUrl:               &queue,
		MessageGroupId:         &tenant,
		MessageBody:            &usage,
		MessageDeduplicationId: aws.String(fmt.Sprintf("usage:%s:%d", tenant, hour.Unix())),
	})
	return err
}

// monthly closes the books of the month that the caller names.
func monthly(ctx context.Context, c *asynq.Client, ledger string, month time.Time) error {
	_, err := c.EnqueueContext(ctx, asynq.NewTask("books:close", nil),
		asynq.TaskID(fmt.Sprintf("close:%s:%s", ledger, month.Format("2006-01"))))
	return err
}

// quarter is computed from the date alone.
func quarter(ctx context.Context, c *asynq.Client, ledger string) error {
	y, m, _ := time.Now().Date()
	_, err := c.EnqueueContext(ctx, asynq.NewTask("vat:report", nil),
		asynq.TaskID("vat:"+ledger+":"+strconv.Itoa(y)+"Q"+strconv.Itoa((int(m)-1)/3+1)))
	return err
}

type provider interface {
	Remind(ctx context.Context, text, idempotencyKey string) error
}

// created is the time at which the row was written: it stays.
func created(ctx context.Context, db *sql.DB, p provider, invoice string) error {
	var at time.Time
	var text string
	row := db.QueryRowContext(ctx, `SELECT created_at, text FROM reminders WHERE invoice = $1`, invoice)
	if err := row.Scan(&at, &text); err != nil {
		return err
	}
	return p.Remind(ctx, text, invoice+"/"+strconv.FormatInt(at.UnixNano(), 10))
}

// revised has a stored number: a clerk asked for another letter after the first was refused.
func revised(ctx context.Context, db *sql.DB, p provider, invoice string) error {
	var attemptNo int
	if err := db.QueryRowContext(ctx, `SELECT attempt_no FROM letters WHERE invoice = $1`, invoice).Scan(&attemptNo); err != nil {
		return err
	}
	return p.Remind(ctx, "second notice", fmt.Sprintf("%s-letter-%d", invoice, attemptNo))
}
