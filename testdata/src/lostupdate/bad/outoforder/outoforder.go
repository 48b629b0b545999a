// Package outoforder writes what an event says, also when a later event was there first.
package outoforder

import (
	"context"
	"encoding/json"
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

// parcels are where the last event says, or the last but one that was delivered again.
type parcels struct{ db *pgxpool.Pool }

func (p *parcels) move(ctx context.Context, m moved) error {
	_, err := p.db.Exec(ctx, `UPDATE parcels SET state = $2 WHERE id = $1`, m.Parcel, m.State) // want "IDV403: .*parcels"
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
		if err := t.parcels.move(ctx, m); err != nil {
			msg.Nack()
			return
		}
		msg.Ack()
	})
}

// subscriptions mirror what Stripe says. The provider does not promise the order of its events.
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
	if err := s.mirror(r.Context(), event.GetObjectValue("id"), event.GetObjectValue("status")); err != nil {
		http.Error(w, "try again", http.StatusInternalServerError)
	}
}

func (s *subscriptions) mirror(ctx context.Context, id, status string) error {
	_, err := s.db.Exec(ctx, `INSERT INTO subscriptions (id, status) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET status = EXCLUDED.status`, id, status) // want "IDV403: .*subscriptions"
	return err
}

func (s *subscriptions) routes(mux *http.ServeMux) { mux.HandleFunc("POST /hooks/stripe", s.hook) }

// prices come from a queue that keeps no order.
type prices struct{ db *dynamodb.Client }

func (p *prices) handle(ctx context.Context, batch events.SQSEvent) error {
	for _, r := range batch.Records {
		var price struct{ Article, Cents string }
		if err := json.Unmarshal([]byte(r.Body), &price); err != nil {
			return err
		}
		if err := p.set(ctx, price.Article, price.Cents); err != nil {
			return err
		}
	}
	return nil
}

func (p *prices) set(ctx context.Context, article, cents string) error {
	_, err := p.db.PutItem(ctx, &dynamodb.PutItemInput{ // want "IDV403: .*prices"
		TableName: aws.String("prices"),
		Item: map[string]types.AttributeValue{
			"article": &types.AttributeValueMemberS{Value: article},
			"cents":   &types.AttributeValueMemberN{Value: cents},
		},
	})
	return err
}
