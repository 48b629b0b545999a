// Package printed makes keys with fmt, of values that print the same whenever they are equal.
package printed

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/ec2"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/google/uuid"
	"github.com/hibiken/asynq"

	"example.com/cases/unstablekey/digest"
)

type rental struct {
	Bike   string
	Coupon *string
	Extras []*extra
}

type extra struct{ Name string }

// optional: what the pointer points to.
func optional(ctx context.Context, c *sqs.Client, queue string, r rental) error {
	in := sqs.SendMessageInput{QueueUrl: &queue, MessageBody: &r.Bike, MessageGroupId: &r.Bike}
	in.MessageDeduplicationId = aws.String(fmt.Sprintf("%s-%v", r.Bike, aws.ToString(r.Coupon)))
	_, err := c.SendMessage(ctx, &in)
	return err
}

// whole: JSON follows pointers.
func whole(hc *http.Client, req *http.Request, r rental) error {
	raw, err := json.Marshal(r)
	if err != nil {
		return err
	}
	req.Header["Idempotency-Key"] = []string{digest.Of(raw)}
	resp, err := hc.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// listed by names; the pointers go to the log.
func listed(ctx context.Context, q *asynq.Client, r *rental) error {
	var names []string
	for _, e := range r.Extras {
		names = append(names, e.Name)
	}
	slog.DebugContext(ctx, fmt.Sprintf("prepare %v at %p", r.Extras, r))
	id := "prepare/" + r.Bike + "/" + fmt.Sprint(names)
	_, err := q.EnqueueContext(ctx, asynq.NewTask("bike:prepare", nil), asynq.TaskID(id))
	return err
}

func dereferenced(ctx context.Context, c *ec2.Client, r *rental, gib *int32) error {
	_, err := c.CreateVolume(ctx, &ec2.CreateVolumeInput{
		Size:             gib,
		AvailabilityZone: aws.String("eu-west-3a"),
		ClientToken:      aws.String(fmt.Sprintf("%s@%d", r.Bike, *gib)),
	})
	return err
}

func keyOf[T any](kind string, v T) string { return digest.Of(fmt.Appendf(nil, "%s %#v", kind, v)) }

type flat struct {
	Bike string
	Days int
}

// generic: the same generic function, used with a type that has no pointers.
func generic(r rental, send func(bike, idempotencyKey string) error) error {
	return send(r.Bike, keyOf("return", flat{Bike: r.Bike, Days: len(r.Extras)}))
}

// outermost: fmt follows a pointer to a struct that it gets itself, and prints &{…}.
func outermost(f *flat, send func(bike, idempotencyKey string) error) error {
	return send(f.Bike, fmt.Sprintf("%v", f))
}

// maps are printed in the order of their keys.
func maps(prices map[string]int, call func(map[string]any) error) error {
	return call(map[string]any{"idempotency_key": digest.Of([]byte(fmt.Sprint(prices)))})
}

// stringers say themselves how they are printed, pointer or not.
func stringers(dock netip.AddrPort, hook *url.URL, id uuid.UUID, send func(bike, idempotencyKey string) error) error {
	return send(id.String(), fmt.Sprintf("%v|%v|%v", dock, hook, id))
}

type money struct {
	cents    int64
	currency *string
}

func (m *money) String() string { return fmt.Sprintf("%d %s", m.cents, *m.currency) }

// ownStringer: the type has a pointer inside, and a method that follows it.
func ownStringer(bike string, fine *money, send func(bike, idempotencyKey string) error) error {
	return send(bike, fmt.Sprintf("fine/%s/%v", bike, fine))
}

type period struct {
	Bike     string
	From, To time.Time
}

func dated(p period, call func(map[string]any) error) error {
	const day = time.DateOnly
	return call(map[string]any{
		"bike":            p.Bike,
		"idempotency_key": fmt.Sprintf("%v %v %v", p.Bike, p.From.UTC().Format(day), p.To.UTC().Format(day)),
	})
}

// failed prints a pointer into an error.
func failed(r *rental, send func(bike, idempotencyKey string) error) error {
	if err := send(r.Bike, "lock/"+r.Bike); err != nil {
		return fmt.Errorf("lock %+v: %w", *r, err)
	}
	return nil
}
