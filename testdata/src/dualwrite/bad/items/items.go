// Package items puts items into DynamoDB, and sends them into a queue afterwards.
package items

import (
	"context"
	"net/http"

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
	id := uuid.NewString()
	if err := m.put(c.Request.Context(), id, c.PostForm("what")); err != nil {
		c.AbortWithStatus(http.StatusInternalServerError)
		return
	}
	_, err := m.sqs.SendMessage(c.Request.Context(), &sqs.SendMessageInput{QueueUrl: aws.String(m.queue), MessageBody: aws.String(id)}) // want "IDV503: .*SendMessage"
	if err != nil {
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
