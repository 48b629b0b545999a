// Package kv makes its claims in stores of keys and values, each with a way of its own to say that the key was there.
package kv

import (
	"context"
	"errors"
	"log"
	"strconv"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/aws-sdk-go-v2/service/sns"
	"github.com/nats-io/nats.go/jetstream"
	clientv3 "go.etcd.io/etcd/client/v3"
)

// alarms are raised by many sensors, and announced once.
type alarms struct {
	db    *dynamodb.Client
	topic *sns.Client
	arn   string
}

func (a *alarms) raise(ctx context.Context, alarm string) error {
	_, err := a.db.PutItem(ctx, &dynamodb.PutItemInput{ // want "IDV308: .*raised-alarms"
		TableName:           aws.String("raised-alarms"),
		Item:                map[string]types.AttributeValue{"id": &types.AttributeValueMemberS{Value: alarm}, "expires": &types.AttributeValueMemberN{Value: strconv.FormatInt(time.Now().Add(24*time.Hour).Unix(), 10)}},
		ConditionExpression: aws.String("attribute_not_exists(id) OR expires < :now"), ExpressionAttributeValues: map[string]types.AttributeValue{":now": &types.AttributeValueMemberN{Value: strconv.FormatInt(time.Now().Unix(), 10)}},
	})
	var there *types.ConditionalCheckFailedException
	if errors.As(err, &there) {
		log.Printf("alarm %s was raised before", alarm)
	} else if err != nil {
		return err
	}
	_, err = a.topic.Publish(ctx, &sns.PublishInput{TopicArn: &a.arn, Message: &alarm})
	return err
}

// nightly runs a report on one of several servers.
type nightly struct {
	etcd  *clientv3.Client
	topic *sns.Client
	arn   string
}

func (n *nightly) run(ctx context.Context, day string) error {
	lease, err := n.etcd.Grant(ctx, 86400)
	if err != nil {
		return err
	}
	key := "/reports/" + day
	_, err = n.etcd.Txn(ctx).If(clientv3.Compare(clientv3.CreateRevision(key), "=", 0)).Then(clientv3.OpPut(key, "taken", clientv3.WithLease(lease.ID))).Commit() // want "IDV308: .*(Txn|Commit)"
	if err != nil {
		return err
	}
	_, err = n.topic.Publish(ctx, &sns.PublishInput{TopicArn: &n.arn, Message: &day})
	return err
}

// lottery draws once a week, whichever of its servers wakes first.
type lottery struct {
	weeks jetstream.KeyValue
	js    jetstream.JetStream
}

func (l *lottery) draw(ctx context.Context, week string, numbers []byte) error {
	_, err := l.weeks.Create(ctx, week, numbers) // want "IDV308: .*Create"
	if err != nil && !errors.Is(err, jetstream.ErrKeyExists) {
		return err
	}
	_, err = l.js.Publish(ctx, "lottery.drawn", numbers)
	return err
}
