// Package stores does all of it with the handle of the transaction.
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

func (c *club) join(ctx context.Context, member, team string) error {
	_, err := c.spanner.ReadWriteTransaction(ctx, func(ctx context.Context, tx *spanner.ReadWriteTransaction) error {
		return tx.BufferWrite([]*spanner.Mutation{
			spanner.InsertOrUpdate("Members", []string{"ID", "Team"}, []any{member, team}),
			spanner.InsertOrUpdate("Lists", []string{"Team", "Member"}, []any{team, member}),
		})
	})
	return err
}

// leave builds its references with the client, which sends nothing.
func (c *club) leave(ctx context.Context, member string) error {
	return c.docs.RunTransaction(ctx, func(ctx context.Context, tx *firestore.Transaction) error {
		if err := tx.Set(c.docs.Collection("members").Doc(member), map[string]any{"active": false}, firestore.MergeAll); err != nil {
			return err
		}
		return tx.Delete(c.docs.Collection("lists").Doc(member))
	})
}

func (c *club) promote(ctx context.Context, member, rank string) error {
	_, err := c.rdb.TxPipelined(ctx, func(p redis.Pipeliner) error {
		p.HSet(ctx, "{club}:ranks", member, rank)
		return c.rank(ctx, p, member, rank)
	})
	return err
}

func (c *club) rank(ctx context.Context, p redis.Cmdable, member, rank string) error {
	return p.SAdd(ctx, "{club}:"+rank, member).Err()
}
