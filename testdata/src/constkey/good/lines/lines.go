// Package lines sends the parts of a whole, each under an id of its own.
package lines

import (
	"context"
	"strconv"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sns"
)

type statement struct {
	ID    string
	Lines []string
}

// announce numbers the lines of a statement.
func announce(ctx context.Context, c *sns.Client, topic string, st statement) error {
	for n, line := range st.Lines {
		_, err := c.Publish(ctx, &sns.PublishInput{
			TopicArn:               &topic,
			Message:                aws.String(line),
			MessageGroupId:         aws.String(st.ID),
			MessageDeduplicationId: aws.String(st.ID + "/" + strconv.Itoa(n)),
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// everywhere sends one message to several topics: each of them sees the id once.
func everywhere(ctx context.Context, c *sns.Client, topics []string, id, text string) error {
	for _, topic := range topics {
		_, err := c.Publish(ctx, &sns.PublishInput{
			TopicArn:               aws.String(topic),
			Message:                aws.String(text),
			MessageGroupId:         aws.String("all"),
			MessageDeduplicationId: aws.String(id),
		})
		if err != nil {
			return err
		}
	}
	return nil
}
