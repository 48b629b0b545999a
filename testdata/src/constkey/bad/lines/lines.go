// Package lines sends the parts of a whole.
package lines

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sns"
)

type statement struct {
	ID    string
	Lines []string
}

// announce sends each line of a statement under the id of the whole statement: only the first line arrives.
func announce(ctx context.Context, c *sns.Client, topic string, st statement) error {
	for _, line := range st.Lines {
		_, err := c.Publish(ctx, &sns.PublishInput{
			TopicArn:               &topic,
			Message:                aws.String(line),
			MessageGroupId:         aws.String(st.ID),
			MessageDeduplicationId: aws.String(st.ID), // want "IDV104: MessageDeduplicationId"
		})
		if err != nil {
			return err
		}
	}
	return nil
}
