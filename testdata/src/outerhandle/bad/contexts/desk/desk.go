// Package desk lends books. The transaction is in a context, and the outer context is still in reach.
package desk

import (
	"context"

	"example.com/cases/outerhandle/bad/contexts/shelf"
	"example.com/cases/outerhandle/bad/contexts/txctx"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

// desk is where books are lent.
type desk struct {
	db    *txctx.DB
	shelf *shelf.Shelf
}

func (d *desk) lend(ctx context.Context, loan, book string) error {
	return d.db.Within(ctx, func(txCtx context.Context) error {
		_, err := d.db.Of(txCtx).ExecContext(txCtx, `INSERT INTO shelf_loans (id, book) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING`, loan, book)
		if err != nil {
			return err
		}
		return d.shelf.Take(ctx, book) // want "IDV507: .*(shelf_books|Take)"
	})
}

// archive keeps the same in MongoDB, whose transaction is in the context as well.
type archive struct {
	client       *mongo.Client
	loans, books *mongo.Collection
}

func newArchive(client *mongo.Client) *archive {
	db := client.Database("archive")
	return &archive{client: client, loans: db.Collection("loans"), books: db.Collection("books")}
}

func (a *archive) lend(ctx context.Context, loan, book string) error {
	session, err := a.client.StartSession()
	if err != nil {
		return err
	}
	defer session.EndSession(ctx)
	_, err = session.WithTransaction(ctx, func(txCtx context.Context) (any, error) {
		if _, err := a.loans.UpdateOne(txCtx, bson.M{"_id": loan}, bson.M{"$set": bson.M{"book": book}}, options.UpdateOne().SetUpsert(true)); err != nil {
			return nil, err
		}
		return a.books.UpdateOne(ctx, bson.M{"_id": book}, bson.M{"$set": bson.M{"lent": true}}) // want "IDV507: .*books"
	})
	return err
}
