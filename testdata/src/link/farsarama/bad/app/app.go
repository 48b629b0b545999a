// Package app wires the program.
package app

import (
	"context"

	"github.com/IBM/sarama"
	"go.mongodb.org/mongo-driver/v2/mongo"

	"example.com/cases/link/farsarama/bad/dives"
	"example.com/cases/link/farsarama/bad/group"
)

// Run consumes until ctx ends.
func Run(ctx context.Context, g sarama.ConsumerGroup, db *mongo.Database) error {
	c := group.New(&dives.Log{Dives: db.Collection("club_dives")})
	for ctx.Err() == nil {
		if err := g.Consume(ctx, []string{"dives"}, c); err != nil {
			return err
		}
	}
	return ctx.Err()
}
