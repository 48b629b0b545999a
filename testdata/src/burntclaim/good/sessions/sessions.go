// Package sessions commits its claim together with the work. A later step is no part of either; that a second attempt leaves it
// out is another matter.
package sessions

import (
	"context"
	"errors"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/nats-io/nats.go/jetstream"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
)

// nursery sells plants.
type nursery struct {
	client        *mongo.Client
	orders, stock *mongo.Collection
	js            jetstream.JetStream
}

func newNursery(client *mongo.Client, js jetstream.JetStream) *nursery {
	db := client.Database("nursery")
	return &nursery{client: client, orders: db.Collection("plant_orders"), stock: db.Collection("plants"), js: js}
}

// record writes order and stock, both or none.
func (n *nursery) record(ctx context.Context, order, plant string) error {
	session, err := n.client.StartSession()
	if err != nil {
		return err
	}
	defer session.EndSession(ctx)
	_, err = session.WithTransaction(ctx, func(ctx context.Context) (any, error) {
		if _, err := n.orders.InsertOne(ctx, bson.M{"_id": order, "plant": plant}); err != nil {
			return nil, err
		}
		return n.stock.UpdateOne(ctx, bson.M{"_id": plant}, bson.M{"$inc": bson.M{"left": -1}})
	})
	return err
}

func (n *nursery) sell(ctx context.Context, order, plant string) error {
	err := n.record(ctx, order, plant)
	if err != nil && !mongo.IsDuplicateKeyError(err) {
		return err
	}
	if err == nil {
		_, err = n.js.Publish(ctx, "plants.sold", []byte(order), jetstream.WithMsgID(order)) // want "IDV503: .*Publish"
		return err
	}
	return nil
}

// greenhouse lends tools.
type greenhouse struct {
	db *dynamodb.Client
	js jetstream.JetStream
}

var errLent = errors.New("the loan is known")

// record writes the loan and counts it, both or none.
func (g *greenhouse) record(ctx context.Context, loan, tool string) error {
	_, err := g.db.TransactWriteItems(ctx, &dynamodb.TransactWriteItemsInput{TransactItems: []types.TransactWriteItem{
		{Put: &types.Put{
			TableName:           aws.String("tool-loans"),
			Item:                map[string]types.AttributeValue{"loan": &types.AttributeValueMemberS{Value: loan}},
			ConditionExpression: aws.String("attribute_not_exists(loan)"),
		}},
		{Update: &types.Update{
			TableName:                 aws.String("tools"),
			Key:                       map[string]types.AttributeValue{"tool": &types.AttributeValueMemberS{Value: tool}},
			UpdateExpression:          aws.String("ADD loans :one"),
			ExpressionAttributeValues: map[string]types.AttributeValue{":one": &types.AttributeValueMemberN{Value: "1"}},
		}},
	}})
	var cancelled *types.TransactionCanceledException
	if errors.As(err, &cancelled) {
		return errLent
	}
	return err
}

func (g *greenhouse) lend(ctx context.Context, loan, tool string) error {
	err := g.record(ctx, loan, tool)
	if errors.Is(err, errLent) {
		return nil
	}
	if err != nil {
		return err
	}
	_, err = g.js.Publish(ctx, "tools.lent", []byte(loan), jetstream.WithMsgID(loan)) // want "IDV503: .*Publish"
	return err
}
