// Package tables writes items under keys that are new in each run, so that a second run finds none of the first.
package tables

import (
	"context"
	"log/slog"
	"strconv"
	"time"

	"cloud.google.com/go/pubsub/v2"
	"cloud.google.com/go/spanner"
	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-lambda-go/lambda"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/google/uuid"
)

// fleet keeps what happens to ships.
type fleet struct{ db *dynamodb.Client }

func text(s string) types.AttributeValue { return &types.AttributeValueMemberS{Value: s} }

func (f *fleet) main() { lambda.Start(f.handle) }

func (f *fleet) handle(ctx context.Context, event events.SNSEvent) error {
	for _, r := range event.Records {
		if err := f.log(ctx, r.SNS.Subject, r.SNS.Message); err != nil {
			return err
		}
	}
	return nil
}

// log sorts by the time of writing.
func (f *fleet) log(ctx context.Context, ship, line string) error {
	_, err := f.db.PutItem(ctx, &dynamodb.PutItemInput{ // want "IDV402: .*ship-log"
		TableName: aws.String("ship-log"),
		Item: map[string]types.AttributeValue{
			"ship":    text(ship),
			"written": &types.AttributeValueMemberN{Value: strconv.FormatInt(time.Now().UnixNano(), 10)},
			"text":    text(line),
		},
	})
	return err
}

// harbour writes berths in Spanner, where keys are drawn at random to spread the load.
type harbour struct {
	db      *spanner.Client
	arrived *pubsub.Subscriber
}

func (h *harbour) watch(ctx context.Context) error {
	return h.arrived.Receive(ctx, func(ctx context.Context, m *pubsub.Message) {
		if err := h.bill(ctx, m.Attributes["ship"], string(m.Data)); err != nil {
			slog.Error("no bill", "error", err)
			m.Nack()
			return
		}
		m.Ack()
	})
}

func (h *harbour) bill(ctx context.Context, ship, berth string) error {
	columns := []string{"BillId", "Ship", "Berth"}
	row := []any{uuid.NewString(), ship, berth}
	_, err := h.db.Apply(ctx, []*spanner.Mutation{spanner.Insert("BerthBills", columns, row)}) // want "IDV402: .*berthbills"
	return err
}
