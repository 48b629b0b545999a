package cloud

import (
	"context"
	"fmt"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-lambda-go/lambda"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sfn"
)

// restoration starts the workflow that restores a painting.
type restoration struct {
	steps   *sfn.Client
	machine string
}

func (r *restoration) main() { lambda.Start(r.handle) }

// handle gets the whole batch again when it returns an error. A repeated start answers with the running execution.
func (r *restoration) handle(ctx context.Context, batch events.SQSEvent) error {
	for _, record := range batch.Records {
		if err := r.begin(ctx, record.MessageId, record.Body); err != nil {
			return fmt.Errorf("painting %s: %w", record.MessageId, err)
		}
	}
	return nil
}

func (r *restoration) begin(ctx context.Context, id, painting string) error {
	_, err := r.steps.StartExecution(ctx, &sfn.StartExecutionInput{
		StateMachineArn: aws.String(r.machine),
		Name:            aws.String("restore-" + id),
		Input:           aws.String(painting),
	})
	return err
}
