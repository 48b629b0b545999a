package inbox

import (
	"context"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-lambda-go/lambda"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// votes is a Lambda function behind a queue.
type votes struct{ pool *pgxpool.Pool }

func (v *votes) serve() { lambda.Start(v.count) }

func (v *votes) count(ctx context.Context, batch events.SQSEvent) error {
	for _, record := range batch.Records {
		err := pgx.BeginFunc(ctx, v.pool, func(tx pgx.Tx) error {
			tag, err := tx.Exec(ctx, `insert into counted (id) values ($1) on conflict do nothing`, record.ReceiptHandle) // want "IDV202: .*ReceiptHandle"
			if err != nil || tag.RowsAffected() == 0 {
				return err
			}
			_, err = tx.Exec(ctx, `update candidates set votes = votes + 1 where name = $1`, record.Body)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}
