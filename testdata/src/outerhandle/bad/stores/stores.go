// Package stores has transactions of other stores, and clients that go past them.
package stores

import (
	"context"

	"cloud.google.com/go/firestore"
	"cloud.google.com/go/spanner"
	"github.com/redis/go-redis/v9"
)

// club has members in several stores.
type club struct {
	spanner *spanner.Client
	docs    *firestore.Client
	rdb     *redis.Client
}

// join applies the second row at once. An abort takes back the first one only.
func (c *club) join(ctx context.Context, member, team string) error {
	_, err := c.spanner.ReadWriteTransaction(ctx, func(ctx context.Context, tx *spanner.ReadWriteTransaction) error {
		if err := tx.BufferWrite([]*spanner.Mutation{spanner.InsertOrUpdate("Members", []string{"ID", "Team"}, []any{member, team})}); err != nil {
			return err
		}
		_, err := c.spanner.Apply(ctx, []*spanner.Mutation{spanner.InsertOrUpdate("Lists", []string{"Team", "Member"}, []any{team, member})}) // want "IDV507: .*(lists|Apply)"
		return err
	})
	return err
}

// leave deletes a document beside the transaction.
func (c *club) leave(ctx context.Context, member string) error {
	return c.docs.RunTransaction(ctx, func(ctx context.Context, tx *firestore.Transaction) error {
		if err := tx.Set(c.docs.Collection("members").Doc(member), map[string]any{"active": false}, firestore.MergeAll); err != nil {
			return err
		}
		_, err := c.docs.Collection("lists").Doc(member).Delete(ctx) // want "IDV507: .*(lists|Delete)"
		return err
	})
}

// promote sends one of its commands outside of MULTI and EXEC.
func (c *club) promote(ctx context.Context, member, rank string) error {
	_, err := c.rdb.TxPipelined(ctx, func(p redis.Pipeliner) error {
		p.HSet(ctx, "{club}:ranks", member, rank)
		return c.rank(ctx, member, rank)
	})
	return err
}

func (c *club) rank(ctx context.Context, member, rank string) error {
	return c.rdb.SAdd(ctx, "{club}:"+rank, member).Err() // want "IDV507: .*SAdd"
}
