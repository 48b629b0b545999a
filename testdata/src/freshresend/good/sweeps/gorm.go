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
	ID      uint
	EventID string `gorm:"uniqueIndex"`
	Status  string
	Lines   string
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
		if err := n.send(ctx, o); err != nil {
			return err
		}
		if err := n.store.MarkSent(ctx, o.ID); err != nil {
			return err
		}
	}
	return nil
}

func (n *nursery) send(ctx context.Context, o Order) error {
	_, err := n.client.SendMessage(ctx, &sqs.SendMessageInput{
		QueueUrl:               aws.String(n.queue),
		MessageBody:            aws.String(o.Lines),
		MessageGroupId:         aws.String("nursery"),
		MessageDeduplicationId: aws.String(o.EventID),
	})
	return err
}

// accept stores a new order with the id under which it will be sent, however often.
func (o *orders) accept(ctx context.Context, lines string) error {
	return o.db.WithContext(ctx).Create(&Order{EventID: ksuid.New().String(), Status: "unsent", Lines: lines}).Error
}
