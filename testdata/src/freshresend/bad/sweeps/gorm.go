package sweeps

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/segmentio/ksuid"
	"gorm.io/gorm"
)

// Order is an order of seedlings that the nursery has to get.
type Order struct {
	ID     uint
	Status string
	Lines  string
}

// orders is the store.
type orders struct{ db *gorm.DB }

func (o *orders) Unsent(ctx context.Context) (list []Order, err error) {
	err = o.db.WithContext(ctx).Where("status = ?", "unsent").Order("id").Limit(100).Find(&list).Error
	return list, err
}

func (o *orders) MarkSent(ctx context.Context, id uint) error {
	return o.db.WithContext(ctx).Model(&Order{}).Where("id = ?", id).Update("status", "sent").Error
}

// nursery sends what its store says is unsent.
type nursery struct {
	store  *orders
	client *sqs.Client
	queue  string
}

func (n *nursery) Run(ctx context.Context) error {
	list, err := n.store.Unsent(ctx)
	if err != nil {
		return err
	}
	for _, o := range list {
		if err := n.send(ctx, o.Lines); err != nil {
			return err
		}
		if err := n.store.MarkSent(ctx, o.ID); err != nil {
			return err
		}
	}
	return nil
}

func (n *nursery) send(ctx context.Context, lines string) error {
	id := ksuid.New()
	_, err := n.client.SendMessage(ctx, &sqs.SendMessageInput{
		QueueUrl:               aws.String(n.queue),
		MessageBody:            aws.String(lines),
		MessageGroupId:         aws.String("nursery"),
		MessageDeduplicationId: aws.String(id.String()), // want "IDV201: .*MessageDeduplicationId"
	})
	return err
}
