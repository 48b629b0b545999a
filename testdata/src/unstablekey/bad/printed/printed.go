// Package printed makes keys with fmt, of values that have pointers in them. What comes out is an address.
package printed

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/ec2"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/hibiken/asynq"

	"example.com/cases/unstablekey/digest"
)

type rental struct {
	Bike   string
	Coupon *string
	Extras []*extra
}

type extra struct{ Name string }

// optional: the coupon is a pointer, because there may be none.
func optional(ctx context.Context, c *sqs.Client, queue string, r rental) error {
	in := sqs.SendMessageInput{QueueUrl: &queue, MessageBody: &r.Bike, MessageGroupId: &r.Bike}
	in.MessageDeduplicationId = aws.String(fmt.Sprintf("%s-%v", r.Bike, r.Coupon)) // want "IDV109: MessageDeduplicationId"
	_, err := c.SendMessage(ctx, &in)
	return err
}

// whole: the struct is printed with all its pointers, then hashed.
func whole(hc *http.Client, req *http.Request, r rental) error {
	key := digest.Of([]byte(fmt.Sprintf("%+v", r)))
	req.Header["Idempotency-Key"] = []string{key} // want "IDV109: Idempotency-Key"
	resp, err := hc.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// listed: a slice of pointers prints as a list of addresses.
func listed(ctx context.Context, q *asynq.Client, r *rental) error {
	id := "prepare/" + r.Bike + "/" + fmt.Sprint(r.Extras)
	_, err := q.EnqueueContext(ctx, asynq.NewTask("bike:prepare", nil), asynq.TaskID(id)) // want "IDV109"
	return err
}

// addressed: the name of the object is where it lies in the memory.
func addressed(ctx context.Context, c *ec2.Client, r *rental, gib int32) error {
	_, err := c.CreateVolume(ctx, &ec2.CreateVolumeInput{
		Size:             &gib,
		AvailabilityZone: aws.String("eu-west-3a"),
		ClientToken:      aws.String(fmt.Sprintf("%s@%p", r.Bike, r)), // want "IDV109: ClientToken"
	})
	return err
}

func keyOf[T any](kind string, v T) string { return digest.Of(fmt.Appendf(nil, "%s %#v", kind, v)) }

// generic: the pointers are in the type that the generic function is used with.
func generic(r rental, send func(bike, idempotencyKey string) error) error {
	return send(r.Bike, keyOf("return", r)) // want "IDV109: .*idempotencyKey"
}

type period struct {
	Bike     string
	From, To time.Time
}

// dated: a time in a struct is printed with its zone and, if it was just made, with the reading of another clock.
func dated(p period, call func(map[string]any) error) error {
	return call(map[string]any{
		"bike":            p.Bike,
		"idempotency_key": fmt.Sprintf("%v", p), // want "IDV109: idempotency_key"
	})
}
