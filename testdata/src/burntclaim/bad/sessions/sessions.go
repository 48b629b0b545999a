// Package sessions makes its claim before the transaction that holds the work.
package sessions

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
)

// nursery sells plants.
type nursery struct {
	client        *mongo.Client
	orders, stock *mongo.Collection
}

func newNursery(client *mongo.Client) *nursery {
	db := client.Database("nursery")
	return &nursery{client: client, orders: db.Collection("plant_orders"), stock: db.Collection("plants")}
}

// sell commits the order by itself: when the stock is not changed, the order stays.
func (n *nursery) sell(ctx context.Context, order, plant string) error {
	_, err := n.orders.InsertOne(ctx, bson.M{"_id": order, "plant": plant}) // want "IDV311: .*plant_orders"
	if mongo.IsDuplicateKeyError(err) {
		return nil
	}
	if err != nil {
		return err
	}
	session, err := n.client.StartSession()
	if err != nil {
		return err
	}
	defer session.EndSession(ctx)
	_, err = session.WithTransaction(ctx, func(ctx context.Context) (any, error) {
		return n.stock.UpdateOne(ctx, bson.M{"_id": plant}, bson.M{"$inc": bson.M{"left": -1}})
	})
	return err
}

// greenhouse lends tools.
type greenhouse struct{ db *dynamodb.Client }

// lend writes the loan in one call, and what belongs to it in another.
func (g *greenhouse) lend(ctx context.Context, loan, tool string) error {
	_, err := g.db.PutItem(ctx, &dynamodb.PutItemInput{ // want "IDV311: .*tool-loans"
		TableName:           aws.String("tool-loans"),
		Item:                map[string]types.AttributeValue{"loan": &types.AttributeValueMemberS{Value: loan}},
		ConditionExpression: aws.String("attribute_not_exists(loan)"),
	})
	if known(err) {
		return nil
	}
	if err != nil {
		return err
	}
	_, err = g.db.UpdateItem(ctx, &dynamodb.UpdateItemInput{
		TableName:                 aws.String("tools"),
		Key:                       map[string]types.AttributeValue{"tool": &types.AttributeValueMemberS{Value: tool}},
		UpdateExpression:          aws.String("ADD loans :one"),
		ExpressionAttributeValues: map[string]types.AttributeValue{":one": &types.AttributeValueMemberN{Value: "1"}},
	})
	return err
}
