// Package zero has zero values too, but fills them in, or sends none.
package zero

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/aws/aws-sdk-go-v2/service/sqs/types"
	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"google.golang.org/grpc/metadata"

	"example.com/cases/constkey/names"
)

type stamp struct {
	Receipt string
	Card    string
	Points  int
}

// declared, then filled in on each branch.
func declared(ctx context.Context, js jetstream.JetStream, s stamp) error {
	data, err := json.Marshal(s)
	if err != nil {
		return err
	}
	var id uuid.UUID
	if parsed, err := uuid.Parse(s.Receipt); err == nil {
		id = parsed
	} else {
		id = names.In(s.Receipt)
	}
	_, err = js.Publish(ctx, "stamps", data, jetstream.WithMsgID(id.String()))
	return err
}

// compared: the zero value is what a missing id is recognised by.
func compared(ctx context.Context, c *sqs.Client, queue string, receipts []uuid.UUID) error {
	var entries []types.SendMessageBatchRequestEntry
	for _, r := range receipts {
		if r == uuid.Nil {
			return errors.New("a receipt without an id")
		}
		entries = append(entries, types.SendMessageBatchRequestEntry{
			Id:                     aws.String(r.String()),
			MessageBody:            aws.String("{}"),
			MessageGroupId:         aws.String("receipts"),
			MessageDeduplicationId: aws.String(r.String()),
		})
	}
	_, err := c.SendMessageBatch(ctx, &sqs.SendMessageBatchInput{QueueUrl: &queue, Entries: entries})
	return err
}

type event struct {
	ID     gofrs.UUID
	Card   string
	Points int
}

func newEvent(s stamp) event {
	return event{ID: gofrs.NewV5(gofrs.NamespaceOID, s.Receipt), Card: s.Card, Points: s.Points}
}

func filled(nc *nats.Conn, s stamp) error {
	ev := newEvent(s)
	data, err := json.Marshal(ev)
	if err != nil {
		return err
	}
	msg := nats.NewMsg("stamps.collected")
	msg.Data = data
	msg.Header.Set(nats.MsgIdHdr, ev.ID.String())
	return nc.PublishMsg(msg)
}

// without: an empty string means that there is no key.
func without(ctx context.Context, call func(context.Context, stamp) error, s stamp) error {
	md := metadata.Pairs("tenant", "south", "idempotency-key", "")
	return call(metadata.NewOutgoingContext(ctx, md), s)
}

// scanned: the variable is zero only until the reader has filled it in.
func scanned(raw []byte, send func(s stamp, dedupID string) error) error {
	var id uuid.UUID
	if err := id.UnmarshalText(raw); err != nil {
		return err
	}
	return send(stamp{}, id.String())
}
