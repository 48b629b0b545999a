// Package entities creates things if they are not there and deletes them some day. They are no locks: nobody takes one for the time of
// a piece of work.
package entities

import (
	"context"
	"errors"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/attributevalue"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	clientv3 "go.etcd.io/etcd/client/v3"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

var errTaken = errors.New("the name is taken")

// member is an item of members.
type member struct {
	Name, Address, Phone string
	Instruments          []string
}

// orchestra has members for years.
type orchestra struct{ db *dynamodb.Client }

func (o *orchestra) join(ctx context.Context, m member) error {
	item, err := attributevalue.MarshalMap(m)
	if err != nil {
		return err
	}
	_, err = o.db.PutItem(ctx, &dynamodb.PutItemInput{
		TableName:           aws.String("members"),
		Item:                item,
		ConditionExpression: aws.String("attribute_not_exists(#n)"),
		ExpressionAttributeNames: map[string]string{
			"#n": "Name",
		},
	})
	var taken *types.ConditionalCheckFailedException
	if errors.As(err, &taken) {
		return errTaken
	}
	return err
}

func (o *orchestra) leave(ctx context.Context, name string) error {
	_, err := o.db.DeleteItem(ctx, &dynamodb.DeleteItemInput{
		TableName: aws.String("members"),
		Key:       map[string]types.AttributeValue{"Name": &types.AttributeValueMemberS{Value: name}},
	})
	return err
}

// scores are kept until somebody throws them away.
type scores struct{ c *mongo.Collection }

func (s scores) add(ctx context.Context, title string, pages [][]byte) error {
	_, err := s.c.InsertOne(ctx, bson.M{"_id": title, "pages": pages})
	if mongo.IsDuplicateKeyError(err) {
		return errTaken
	}
	return err
}

func (s scores) discard(ctx context.Context, title string) error {
	_, err := s.c.DeleteOne(ctx, bson.M{"_id": title})
	return err
}

// ticket is a row of season_tickets.
type ticket struct {
	Seat   string `gorm:"primaryKey"`
	Holder string
	Price  int64
}

func (ticket) TableName() string { return "season_tickets" }

func sell(ctx context.Context, db *gorm.DB, t ticket) (bool, error) {
	res := db.WithContext(ctx).Clauses(clause.OnConflict{DoNothing: true}).Create(&t)
	return res.RowsAffected == 1, res.Error
}

func cancel(ctx context.Context, db *gorm.DB, seat string) error {
	return db.WithContext(ctx).Delete(&ticket{}, "seat = ?", seat).Error
}

// setting is written whatever was there.
func setting(ctx context.Context, cli *clientv3.Client, name, value string) error {
	_, err := cli.Put(ctx, "/settings/"+name, value)
	return err
}

func unset(ctx context.Context, cli *clientv3.Client, name string) error {
	_, err := cli.Delete(ctx, "/settings/"+name)
	return err
}
