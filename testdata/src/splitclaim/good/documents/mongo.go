// Package documents marks and works in one transaction of the document store, or in one document.
package documents

import (
	"context"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
)

// points gives points to drivers who park well.
type points struct {
	client         *mongo.Client
	marks, drivers *mongo.Collection
}

func (p *points) give(ctx context.Context, parking, driver string) error {
	session, err := p.client.StartSession()
	if err != nil {
		return err
	}
	defer session.EndSession(ctx)
	_, err = session.WithTransaction(ctx, func(ctx context.Context) (any, error) {
		if _, err := p.marks.InsertOne(ctx, bson.M{"_id": parking}); err != nil {
			return nil, err
		}
		return p.drivers.UpdateOne(ctx, bson.M{"_id": driver}, bson.M{"$inc": bson.M{"points": 5}})
	})
	if mongo.IsDuplicateKeyError(err) {
		return nil
	}
	return err
}

// fine keeps the marks in the document that it changes.
func (p *points) fine(ctx context.Context, parking, driver string) error {
	_, err := p.drivers.UpdateOne(ctx,
		bson.M{"_id": driver, "fines": bson.M{"$ne": parking}},
		bson.M{"$inc": bson.M{"points": -5}, "$addToSet": bson.M{"fines": parking}})
	return err
}
