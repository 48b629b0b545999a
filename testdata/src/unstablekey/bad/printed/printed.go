// Package printed makes keys with fmt, of values that have pointers in them. What comes out is an address.
package printed

import (
	"context"
	"fmt"
	"net/http"

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

// addressed: the name of the object is where it lies in the memory.
func addressed(ctx context.Context, c *ec2.Client, r *rental, gib int32) error {
	_, err := c.CreateVolume(ctx, &ec2.CreateVolumeInput{
		Size:             &gib,
		AvailabilityZone: aws.String("eu-west-3a"),
		ClientToken:      aws.String(fmt.Sprintf("%s@%p", r.Bike, r)), // want "IDV109: ClientToken"
	})
	return err
}

// listed: a slice of pointers prints as a list of addresses.
func listed(ctx context.Context, q *asynq.Client, r *rental) error {
	id := "prepare/" + r.Bike + "/" + fmt.Sprint(r.Extras)
	_, err := q.EnqueueContext(ctx, asynq.NewTask("bike:prepare", nil), asynq.TaskID(id)) // want "IDV109: TaskID"
	return err
}
