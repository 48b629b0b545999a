// Package reverse publishes first. When the commit does not come about, others act on what is not there.
package reverse

import (
	"context"
	"database/sql"

	"github.com/IBM/sarama"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/jackc/pgx/v5/pgxpool"
)

// market sells fish.
type market struct {
	pool  *pgxpool.Pool
	kafka sarama.SyncProducer
	db    *sql.DB
	sqs   *sqs.Client
	queue string
}

func (m *market) sell(ctx context.Context, fish, buyer string) error {
	if err := m.sold(fish, buyer); err != nil {
		return err
	}
	_, err := m.pool.Exec(ctx, `insert into fish_sales (fish, buyer) values ($1, $2)`, fish, buyer) // want "IDV503: .*fish_sales"
	return err
}

func (m *market) sold(fish, buyer string) error {
	_, _, err := m.kafka.SendMessage(&sarama.ProducerMessage{Topic: "fish.sold", Key: sarama.StringEncoder(fish), Value: sarama.StringEncoder(buyer)})
	return err
}

// catch sends before the transaction has begun.
func (m *market) catch(ctx context.Context, boat string, kilos int) error {
	if _, err := m.sqs.SendMessage(ctx, &sqs.SendMessageInput{QueueUrl: aws.String(m.queue), MessageBody: aws.String(boat)}); err != nil {
		return err
	}
	tx, err := m.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	if _, err := tx.ExecContext(ctx, `INSERT INTO catches (boat, kilos) VALUES (?, ?)`, boat, kilos); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE boats SET last_catch = ? WHERE name = ?`, kilos, boat); err != nil {
		return err
	}
	return tx.Commit() // want "IDV503: .*Commit"
}
