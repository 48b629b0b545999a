// Package tables writes items under keys that their messages bring, so that a second run writes the same item again.
package tables

import (
	"context"
	"log/slog"

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
		if err := f.log(ctx, r.SNS.Subject, r.SNS.MessageID, r.SNS.Message); err != nil {
			return err
		}
	}
	return nil
}

// log has the message's id in the sort key: what is written twice is one item.
func (f *fleet) log(ctx context.Context, ship, id, line string) error {
	_, err := f.db.PutItem(ctx, &dynamodb.PutItemInput{
		TableName: aws.String("ship-log"),
		Item:      map[string]types.AttributeValue{"ship": text(ship), "entry": text(id), "text": text(line)},
	})
	return err
}

// harbour writes berths in Spanner; the key is a hash, which spreads the load as well.
type harbour struct {
	db      *spanner.Client
	arrived *pubsub.Subscriber
}

var bills = uuid.MustParse("a9f5a1de-93c8-4dfb-8c35-7ad2f1f7a0c4")

func (h *harbour) watch(ctx context.Context) error {
	return h.arrived.Receive(ctx, func(ctx context.Context, m *pubsub.Message) {
		if err := h.bill(ctx, m.ID, m.Attributes["ship"], string(m.Data)); err != nil {
			slog.Error("no bill", "error", err)
			m.Nack()
			return
		}
		m.Ack()
	})
}

func (h *harbour) bill(ctx context.Context, arrival, ship, berth string) error {
	columns := []string{"BillId", "Ship", "Berth"}
	row := []any{uuid.NewSHA1(bills, []byte(arrival)).String(), ship, berth}
	_, err := h.db.Apply(ctx, []*spanner.Mutation{spanner.InsertOrUpdate("BerthBills", columns, row)})
	return err
}
