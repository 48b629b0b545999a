// Package items puts items into DynamoDB. The table's stream calls a function, which sends them into a queue.
package items

import (
	"context"
	"net/http"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/gin-gonic/gin"
	"github.com/google/uuid"
)

// museum takes gifts.
type museum struct {
	dynamo *dynamodb.Client
	sqs    *sqs.Client
	queue  string
}

func (m *museum) routes(g *gin.Engine) { g.POST("/gifts", m.give) }

func (m *museum) give(c *gin.Context) {
	if err := m.put(c.Request.Context(), uuid.NewString(), c.PostForm("what")); err != nil {
		c.AbortWithStatus(http.StatusInternalServerError)
		return
	}
	c.Status(http.StatusCreated)
}

func (m *museum) put(ctx context.Context, id, what string) error {
	_, err := m.dynamo.PutItem(ctx, &dynamodb.PutItemInput{
		TableName: aws.String("gifts"),
		Item: map[string]types.AttributeValue{
			"id":   &types.AttributeValueMemberS{Value: id},
			"what": &types.AttributeValueMemberS{Value: what},
		},
		ConditionExpression: aws.String("attribute_not_exists(id)"),
	})
	return err
}

// Stream is called with the changes of the table.
func (m *museum) Stream(ctx context.Context, ev events.DynamoDBEvent) error {
	for _, r := range ev.Records {
		if err := m.send(ctx, r.EventID, r.Change.Keys["id"].String()); err != nil {
			return err
		}
	}
	return nil
}

func (m *museum) send(ctx context.Context, event, id string) error {
	_, err := m.sqs.SendMessage(ctx, &sqs.SendMessageInput{
		QueueUrl:               aws.String(m.queue),
		MessageBody:            aws.String(id),
		MessageGroupId:         aws.String(id),
		MessageDeduplicationId: aws.String(event),
	})
	return err
}
