// Package documents stores what a message brings under its id, and tells others about what is new.
package documents

import (
	"context"
	"errors"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/aws-sdk-go-v2/service/sns"
	"github.com/nats-io/nats.go/jetstream"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
)

// gallery has pictures.
type gallery struct {
	client          *mongo.Client
	pictures, walls *mongo.Collection
	js              jetstream.JetStream
}

func newGallery(client *mongo.Client, js jetstream.JetStream) *gallery {
	db := client.Database("gallery")
	return &gallery{client: client, pictures: db.Collection("pictures"), walls: db.Collection("walls"), js: js}
}

// store keeps a picture and gives it a place, in one transaction.
func (g *gallery) store(ctx context.Context, id string, picture []byte) error {
	session, err := g.client.StartSession()
	if err != nil {
		return err
	}
	defer session.EndSession(ctx)
	_, err = session.WithTransaction(ctx, func(ctx context.Context) (any, error) {
		if _, err := g.pictures.InsertOne(ctx, bson.M{"_id": id, "picture": picture}); err != nil {
			return nil, err
		}
		return g.walls.UpdateOne(ctx, bson.M{"_id": "north"}, bson.M{"$inc": bson.M{"pictures": 1}})
	})
	return err
}

func (g *gallery) hang(ctx context.Context, id string, picture []byte) error {
	err := g.store(ctx, id, picture)
	if mongo.IsDuplicateKeyError(err) {
		return nil // want "IDV405: .*(pictures|Publish)"
	}
	if err != nil {
		return err
	}
	_, err = g.js.Publish(ctx, "pictures.hung", []byte(id), jetstream.WithMsgID("hung-"+id))
	return err
}

func (g *gallery) start(arrivals jetstream.Consumer) (jetstream.ConsumeContext, error) {
	return arrivals.Consume(func(msg jetstream.Msg) {
		if err := g.hang(context.Background(), msg.Headers().Get(jetstream.MsgIDHeader), msg.Data()); err != nil {
			_ = msg.Nak()
			return
		}
		_ = msg.Ack()
	})
}

// permits is a function behind a queue.
type permits struct {
	dynamo *dynamodb.Client
	sns    *sns.Client
	topic  string
}

// Handle grants permits, one after the other.
func (p *permits) Handle(ctx context.Context, ev events.SQSEvent) error {
	for _, m := range ev.Records {
		if err := p.grant(ctx, m.MessageId, m.Body); err != nil {
			return err
		}
	}
	return nil
}

var errGranted = errors.New("the permit was granted before")

// store grants the permit and counts it for the person, both or none.
func (p *permits) store(ctx context.Context, id, person string) error {
	_, err := p.dynamo.TransactWriteItems(ctx, &dynamodb.TransactWriteItemsInput{TransactItems: []types.TransactWriteItem{
		{Put: &types.Put{
			TableName:           aws.String("permits"),
			Item:                map[string]types.AttributeValue{"id": &types.AttributeValueMemberS{Value: id}},
			ConditionExpression: aws.String("attribute_not_exists(id)"),
		}},
		{Update: &types.Update{
			TableName:                 aws.String("people"),
			Key:                       map[string]types.AttributeValue{"name": &types.AttributeValueMemberS{Value: person}},
			UpdateExpression:          aws.String("ADD permits :one"),
			ExpressionAttributeValues: map[string]types.AttributeValue{":one": &types.AttributeValueMemberN{Value: "1"}},
		}},
	}})
	var cancelled *types.TransactionCanceledException
	if errors.As(err, &cancelled) && aws.ToString(cancelled.CancellationReasons[0].Code) == "ConditionalCheckFailed" {
		return errGranted
	}
	return err
}

func (p *permits) grant(ctx context.Context, id, person string) error {
	err := p.store(ctx, id, person)
	if errors.Is(err, errGranted) {
		return nil // want "IDV405: .*(permits|Publish)"
	}
	if err != nil {
		return err
	}
	_, err = p.sns.Publish(ctx, &sns.PublishInput{TopicArn: &p.topic, Message: &person, MessageGroupId: &person, MessageDeduplicationId: &id})
	return err
}
