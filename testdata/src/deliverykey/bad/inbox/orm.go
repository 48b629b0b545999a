package inbox

import (
	"context"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-lambda-go/lambda"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/nats-io/nats.go/jetstream"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// Handled is a row of the inbox.
type Handled struct {
	MessageID uint64 `gorm:"primaryKey"`
}

// Shelf is a shelf of a warehouse.
type Shelf struct {
	Code  string `gorm:"primaryKey"`
	Boxes int
}

// shelves counts boxes. The consumer's sequence goes up with each delivery, also with a second one.
func shelves(ctx context.Context, db *gorm.DB, in jetstream.Consumer) (jetstream.ConsumeContext, error) {
	return in.Consume(func(msg jetstream.Msg) {
		if err := shelve(db.WithContext(ctx), msg); err != nil {
			_ = msg.Nak()
			return
		}
		_ = msg.Ack()
	})
}

func shelve(db *gorm.DB, msg jetstream.Msg) error {
	meta, err := msg.Metadata()
	if err != nil {
		return err
	}
	return db.Transaction(func(tx *gorm.DB) error {
		row := Handled{MessageID: meta.Sequence.Consumer}
		res := tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&row) // want "IDV202: .*Sequence.Consumer"
		if res.Error != nil || res.RowsAffected == 0 {
			return res.Error
		}
		return tx.Model(&Shelf{}).Where("code = ?", string(msg.Data())).Update("boxes", gorm.Expr("boxes + 1")).Error
	})
}

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
