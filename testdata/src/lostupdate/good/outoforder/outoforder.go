// Package outoforder compares the number of the event with the number of the row, or has only one way to go.
package outoforder

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"

	"cloud.google.com/go/pubsub/v2"
	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stripe/stripe-go/v84/webhook"
)

type moved struct {
	Parcel string `json:"parcel"`
	State  string `json:"state"`
	Seq    int64  `json:"seq"`
}

// parcels are where the latest event says. That no row changes means that a later one was there.
type parcels struct{ db *pgxpool.Pool }

func (p *parcels) move(ctx context.Context, m moved) error {
	_, err := p.db.Exec(ctx, `UPDATE parcels SET state = $2, seq = $3 WHERE id = $1 AND seq < $3`, m.Parcel, m.State, m.Seq)
	return err
}

// lose is final: a parcel that is lost is not found by an older event.
func (p *parcels) lose(ctx context.Context, m moved) error {
	_, err := p.db.Exec(ctx, `UPDATE parcels SET lost = true WHERE id = $1`, m.Parcel)
	return err
}

type tracker struct {
	parcels *parcels
	moves   *pubsub.Subscriber
}

func (t *tracker) follow(ctx context.Context) error {
	return t.moves.Receive(ctx, func(ctx context.Context, msg *pubsub.Message) {
		var m moved
		if err := json.Unmarshal(msg.Data, &m); err != nil {
			slog.Error("not a move", "error", err)
			msg.Ack()
			return
		}
		write := t.parcels.move
		if m.State == "lost" {
			write = t.parcels.lose
		}
		if err := write(ctx, m); err != nil {
			msg.Nack()
			return
		}
		msg.Ack()
	})
}

// subscriptions keep the newest of what Stripe says, by the time that is in the event.
type subscriptions struct {
	db     *pgxpool.Pool
	secret string
}

func (s *subscriptions) hook(w http.ResponseWriter, r *http.Request) {
	payload, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<16))
	if err != nil {
		http.Error(w, "too long", http.StatusBadRequest)
		return
	}
	event, err := webhook.ConstructEvent(payload, r.Header.Get("Stripe-Signature"), s.secret)
	if err != nil {
		http.Error(w, "not signed", http.StatusBadRequest)
		return
	}
	if event.Type != "customer.subscription.updated" {
		return
	}
	if err := s.mirror(r.Context(), event.GetObjectValue("id"), event.GetObjectValue("status"), event.Created); err != nil {
		http.Error(w, "try again", http.StatusInternalServerError)
	}
}

func (s *subscriptions) mirror(ctx context.Context, id, status string, created int64) error {
	_, err := s.db.Exec(ctx, `INSERT INTO subscriptions (id, status, as_of) VALUES ($1, $2, $3) ON CONFLICT (id) DO UPDATE SET status = EXCLUDED.status, as_of = EXCLUDED.as_of WHERE subscriptions.as_of < EXCLUDED.as_of`, id, status, created)
	return err
}

func (s *subscriptions) routes(mux *http.ServeMux) { mux.HandleFunc("POST /hooks/stripe", s.hook) }

// prices come from a queue that keeps no order, each with the edition of its list.
type prices struct{ db *dynamodb.Client }

func (p *prices) handle(ctx context.Context, batch events.SQSEvent) error {
	for _, r := range batch.Records {
		var price struct{ Article, Cents, Edition string }
		if err := json.Unmarshal([]byte(r.Body), &price); err != nil {
			return err
		}
		if err := p.set(ctx, price.Article, price.Cents, price.Edition); err != nil {
			return err
		}
	}
	return nil
}

func (p *prices) set(ctx context.Context, article, cents, edition string) error {
	_, err := p.db.PutItem(ctx, &dynamodb.PutItemInput{
		TableName: aws.String("prices"),
		Item: map[string]types.AttributeValue{
			"article": &types.AttributeValueMemberS{Value: article},
			"cents":   &types.AttributeValueMemberN{Value: cents},
			"edition": &types.AttributeValueMemberN{Value: edition},
		},
		ConditionExpression:       aws.String("attribute_not_exists(article) OR edition < :edition"),
		ExpressionAttributeValues: map[string]types.AttributeValue{":edition": &types.AttributeValueMemberN{Value: edition}},
	})
	var newer *types.ConditionalCheckFailedException
	if errors.As(err, &newer) {
		return nil
	}
	return err
}
