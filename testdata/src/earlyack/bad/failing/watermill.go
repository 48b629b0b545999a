package failing

import (
	"context"
	"errors"
	"log"

	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// choir keeps who sings at which concert.
type choir struct{ dynamo *dynamodb.Client }

var errFull = errors.New("the choir is full")

func (c *choir) enrol(ctx context.Context, id string) error {
	_, err := c.dynamo.PutItem(ctx, &dynamodb.PutItemInput{
		TableName: aws.String("singers"),
		Item:      map[string]types.AttributeValue{"id": &types.AttributeValueMemberS{Value: id}},
	})
	var size *types.ItemCollectionSizeLimitExceededException
	if errors.As(err, &size) {
		return errFull
	}
	return err
}

// listen has one branch for a full choir, for good, and treats a database that does not answer in the same way.
func (c *choir) listen(ctx context.Context, sub message.Subscriber) error {
	singers, err := sub.Subscribe(ctx, "singers")
	if err != nil {
		return err
	}
	for msg := range singers {
		err := c.enrol(msg.Context(), msg.UUID)
		switch {
		case errors.Is(err, errFull):
			log.Printf("no place for %s", msg.UUID)
			msg.Ack()
		case err != nil:
			log.Printf("singer %s: %v", msg.UUID, err)
			msg.Ack() // want "IDV404: .*(Ack|singers)"
		default:
			msg.Ack()
		}
	}
	return ctx.Err()
}
