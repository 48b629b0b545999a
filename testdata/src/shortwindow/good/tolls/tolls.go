// Package tolls takes tolls off cards. The marks live for as long as the queue can keep a message.
package tolls

import (
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
)

const (
	// hold is how long a message stays hidden while somebody works on it.
	hold = 2 * time.Hour
	// keepMark is how long its mark lives: the longest time that a queue can be told to keep a message, and a day.
	keepMark = 15 * 24 * time.Hour
)

type booth struct {
	queue *sqs.Client
	url   string
	cards *cards
}

func (b *booth) turn(ctx context.Context) error {
	got, err := b.queue.ReceiveMessage(ctx, &sqs.ReceiveMessageInput{
		QueueUrl:            aws.String(b.url),
		MaxNumberOfMessages: 1,
		VisibilityTimeout:   int32(hold / time.Second),
	})
	if err != nil {
		return err
	}
	for _, m := range got.Messages {
		if err := b.cards.ride(ctx, aws.ToString(m.MessageId), aws.ToString(m.Body)); err != nil {
			return err
		}
		if _, err := b.queue.DeleteMessage(ctx, &sqs.DeleteMessageInput{QueueUrl: aws.String(b.url), ReceiptHandle: m.ReceiptHandle}); err != nil {
			return err
		}
	}
	return nil
}

type cards struct{ db *dynamodb.Client }

// ride takes one ride off a card. The table deletes marks by their attribute ttl.
func (c *cards) ride(ctx context.Context, message, card string) error {
	mark := map[string]types.AttributeValue{
		"message": text(message),
		"ttl":     number(time.Now().Add(keepMark).Unix()),
	}
	_, err := c.db.TransactWriteItems(ctx, &dynamodb.TransactWriteItemsInput{TransactItems: []types.TransactWriteItem{
		{Put: &types.Put{
			TableName:           aws.String("toll-marks"),
			Item:                mark,
			ConditionExpression: aws.String("attribute_not_exists(message)"),
		}},
		{Update: &types.Update{
			TableName:                 aws.String("toll-cards"),
			Key:                       map[string]types.AttributeValue{"card": text(card)},
			UpdateExpression:          aws.String("ADD rides :less"),
			ExpressionAttributeValues: map[string]types.AttributeValue{":less": number(-1)},
		}},
	}})
	if known(err) {
		return nil
	}
	return err
}

// known reports whether the mark was there.
func known(err error) bool {
	var cancelled *types.TransactionCanceledException
	if !errors.As(err, &cancelled) || len(cancelled.CancellationReasons) == 0 {
		return false
	}
	return aws.ToString(cancelled.CancellationReasons[0].Code) == "ConditionalCheckFailed"
}

func text(s string) types.AttributeValue { return &types.AttributeValueMemberS{Value: s} }

func number(n int64) types.AttributeValue {
	return &types.AttributeValueMemberN{Value: strconv.FormatInt(n, 10)}
}
