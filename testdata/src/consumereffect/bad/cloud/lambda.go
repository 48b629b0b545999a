// Package cloud has handlers that a managed service calls again when they fail.
package cloud

import (
	"context"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sesv2"
	"github.com/aws/aws-sdk-go-v2/service/sesv2/types"
)

// bakery mails its bills. When the last of a batch fails, all of them are mailed again.
type bakery struct{ ses *sesv2.Client }

// Bills is behind a queue.
func (b *bakery) Bills(ctx context.Context, ev events.SQSEvent) error {
	for _, m := range ev.Records {
		if err := b.bill(ctx, m.Body); err != nil {
			return err
		}
	}
	return nil
}

func (b *bakery) bill(ctx context.Context, to string) error {
	in := &sesv2.SendEmailInput{
		FromEmailAddress: aws.String("bills@example.com"),
		Destination:      &types.Destination{ToAddresses: []string{to}},
		Content:          &types.EmailContent{Template: &types.Template{TemplateName: aws.String("bill")}},
	}
	_, err := b.ses.SendEmail(ctx, in) // want "IDV504: .*SendEmail"
	return err
}
