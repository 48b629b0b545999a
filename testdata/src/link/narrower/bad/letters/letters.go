// Package letters tells people that their visa is ready. It knows of the store only what it needs: a narrower interface
// than the one that the store was handed on as.
package letters

import (
	"context"
	"encoding/json"

	"github.com/aws/aws-lambda-go/events"
)

// Visa is the body of a message.
type Visa struct {
	Number string `json:"number"`
	Person string `json:"person"`
}

// Mailbag takes letters.
type Mailbag interface {
	Enclose(ctx context.Context, v Visa) error
}

// Office handles the messages of a queue.
type Office struct{ Bag Mailbag }

// Handle handles one batch.
func (o Office) Handle(ctx context.Context, e events.SQSEvent) error {
	for _, m := range e.Records {
		var v Visa
		if err := json.Unmarshal([]byte(m.Body), &v); err != nil {
			return err
		}
		if err := o.Bag.Enclose(ctx, v); err != nil { // linked "IDV402: visa_letters"
			return err
		}
	}
	return nil
}
