// Package kv makes its claims in stores of keys and values, each with a way of its own to say that the key was there.
package kv

import (
	"context"
	"errors"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/nats-io/nats.go/jetstream"
	clientv3 "go.etcd.io/etcd/client/v3"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
)

// alarms are raised by many sensors, and counted once: the claim and the count are one transaction.
type alarms struct{ db *dynamodb.Client }

func (a *alarms) raise(ctx context.Context, alarm, zone string) error {
	_, err := a.db.TransactWriteItems(ctx, &dynamodb.TransactWriteItemsInput{TransactItems: []types.TransactWriteItem{
		{Put: &types.Put{
			TableName:           aws.String("raised-alarms"),
			Item:                map[string]types.AttributeValue{"id": &types.AttributeValueMemberS{Value: alarm}},
			ConditionExpression: aws.String("attribute_not_exists(id)"),
		}},
		{Update: &types.Update{
			TableName:                 aws.String("alarm-zones"),
			Key:                       map[string]types.AttributeValue{"zone": &types.AttributeValueMemberS{Value: zone}},
			UpdateExpression:          aws.String("ADD raised :one"),
			ExpressionAttributeValues: map[string]types.AttributeValue{":one": &types.AttributeValueMemberN{Value: "1"}},
		}},
	}})
	var cancelled *types.TransactionCanceledException
	if errors.As(err, &cancelled) && aws.ToString(cancelled.CancellationReasons[0].Code) == "ConditionalCheckFailed" {
		return nil
	}
	return err
}

// note keeps the first reading of the day. That there is one already is an answer that is looked at.
func (a *alarms) note(ctx context.Context, day, value string) (first bool, err error) {
	_, err = a.db.PutItem(ctx, &dynamodb.PutItemInput{
		TableName:           aws.String("first-readings"),
		Item:                map[string]types.AttributeValue{"day": &types.AttributeValueMemberS{Value: day}, "value": &types.AttributeValueMemberS{Value: value}},
		ConditionExpression: aws.String("attribute_not_exists(#d)"), ExpressionAttributeNames: map[string]string{"#d": "day"},
	})
	var there *types.ConditionalCheckFailedException
	if errors.As(err, &there) {
		return false, nil
	}
	return err == nil, err
}

// nightly runs a report on one of several servers; the lease ends with the server.
type nightly struct {
	etcd  *clientv3.Client
	lease clientv3.LeaseID
	host  string
}

func (n *nightly) run(ctx context.Context, day string, report func(context.Context, string) error) error {
	key := "/reports/" + day
	resp, err := n.etcd.Txn(ctx).If(clientv3.Compare(clientv3.CreateRevision(key), "=", 0)).Then(clientv3.OpPut(key, n.host, clientv3.WithLease(n.lease))).Commit()
	if err != nil || !resp.Succeeded {
		return err
	}
	if err := report(ctx, day); err != nil {
		_, dropErr := n.etcd.Txn(context.WithoutCancel(ctx)).If(clientv3.Compare(clientv3.Value(key), "=", n.host)).Then(clientv3.OpDelete(key)).Commit()
		return errors.Join(err, dropErr)
	}
	return nil
}

// lottery draws once a week, whichever of its servers wakes first. All of them announce what was drawn, under one id.
type lottery struct {
	weeks jetstream.KeyValue
	js    jetstream.JetStream
}

func (l *lottery) draw(ctx context.Context, week string, numbers []byte) error {
	_, err := l.weeks.Create(ctx, week, numbers)
	if errors.Is(err, jetstream.ErrKeyExists) {
		drawn, err := l.weeks.Get(ctx, week)
		if err != nil {
			return err
		}
		numbers = drawn.Value()
	} else if err != nil {
		return err
	}
	_, err = l.js.Publish(ctx, "lottery.drawn", numbers, jetstream.WithMsgID("lottery-"+week))
	return err
}

// room makes sure that a namespace is there, and sets its labels: both can be done again.
func room(ctx context.Context, k kubernetes.Interface, team string) error {
	ns := &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: team}}
	if _, err := k.CoreV1().Namespaces().Create(ctx, ns, metav1.CreateOptions{}); err != nil && !apierrors.IsAlreadyExists(err) {
		return err
	}
	quota := &corev1.ResourceQuota{ObjectMeta: metav1.ObjectMeta{Name: "default", Namespace: team}}
	if _, err := k.CoreV1().ResourceQuotas(team).Create(ctx, quota, metav1.CreateOptions{}); err != nil && !apierrors.IsAlreadyExists(err) {
		return err
	}
	return nil
}
