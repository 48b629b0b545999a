// Package parcels adds up weights. A nightly broom sweeps ids away that the subscription can still deliver.
package parcels

import (
	"context"
	"database/sql"
	"time"

	"cloud.google.com/go/pubsub/v2"
	"cloud.google.com/go/pubsub/v2/apiv1/pubsubpb"
	"google.golang.org/protobuf/types/known/durationpb"
)

func subscribe(ctx context.Context, client *pubsub.Client) error {
	_, err := client.SubscriptionAdminClient.CreateSubscription(ctx, &pubsubpb.Subscription{
		Name:                     "projects/post/subscriptions/parcels",
		Topic:                    "projects/post/topics/parcels",
		MessageRetentionDuration: durationpb.New(7 * 24 * time.Hour),
	})
	return err
}

type office struct{ db *sql.DB }

func (o *office) run(ctx context.Context, sub *pubsub.Subscriber) error {
	return sub.Receive(ctx, func(ctx context.Context, m *pubsub.Message) {
		if err := o.weigh(ctx, m.ID, m.Attributes["route"], len(m.Data)); err != nil {
			m.Nack()
			return
		}
		m.Ack()
	})
}

func (o *office) weigh(ctx context.Context, id, route string, grams int) error {
	tx, err := o.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	first, err := o.first(ctx, tx, id)
	if err != nil || !first {
		return err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE routes SET grams = grams + $2 WHERE id = $1`, route, grams); err != nil {
		return err
	}
	return tx.Commit()
}

func (o *office) first(ctx context.Context, tx *sql.Tx, id string) (bool, error) {
	res, err := tx.ExecContext(ctx, `INSERT INTO seen_parcels (id, seen_at) VALUES ($1, now()) ON CONFLICT (id) DO NOTHING`, id)
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	return n == 1, err
}

// sweep keeps the table small.
func (o *office) sweep(ctx context.Context) error {
	_, err := o.db.ExecContext(ctx, `DELETE FROM seen_parcels WHERE seen_at < now() - interval '1 hour'`) // want "IDV601: .*seen_parcels"
	return err
}
