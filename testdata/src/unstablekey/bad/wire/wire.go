// Package wire makes keys of encodings that do not promise the same bytes for the same content.
package wire

import (
	"bytes"
	"context"
	"encoding/gob"
	"encoding/hex"
	"hash/fnv"

	cloudtasks "cloud.google.com/go/cloudtasks/apiv2"
	"cloud.google.com/go/cloudtasks/apiv2/cloudtaskspb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/resend/resend-go/v2"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/encoding/prototext"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"

	"example.com/cases/unstablekey/digest"
)

type basket struct {
	Shopper string
	Lines   map[string]int
}

// gobbed: gob writes maps as they come, and numbers types as the process meets them.
func gobbed(ctx context.Context, c *dynamodb.Client, b basket, writes []types.TransactWriteItem) error {
	var buf bytes.Buffer
	if err := gob.NewEncoder(&buf).Encode(b); err != nil {
		return err
	}
	token := digest.Of(buf.Bytes())[:32]
	_, err := c.TransactWriteItems(ctx, &dynamodb.TransactWriteItemsInput{
		ClientRequestToken: &token, // want "IDV109: ClientRequestToken"
		TransactItems:      writes,
	})
	return err
}

// marshalled: the wire format is not canonical.
func marshalled(ctx context.Context, c *resend.Client, to string, content *structpb.Struct) error {
	raw, err := proto.Marshal(content)
	if err != nil {
		return err
	}
	h := fnv.New128a()
	h.Write(raw)
	var opts resend.SendEmailOptions
	opts.IdempotencyKey = hex.EncodeToString(h.Sum(nil)) // want "IDV109: IdempotencyKey.*proto.Marshal"
	_, err = c.Emails.SendWithOptions(ctx, &resend.SendEmailRequest{To: []string{to}, Subject: "Receipt"}, &opts)
	return err
}

// text: prototext puts spaces in at random, so that nobody relies on it.
func text(ctx context.Context, c *cloudtasks.Client, queue string, content *structpb.Struct) error {
	task := &cloudtaskspb.Task{}
	task.Name = queue + "/tasks/" + digest.Of([]byte(prototext.Format(content))) // want "IDV109: .*Name"
	_, err := c.CreateTask(ctx, &cloudtaskspb.CreateTaskRequest{Parent: queue, Task: task})
	return err
}

// printed: String is meant for people.
func printed(content *structpb.Value, send func(shopper, idempotencyKey string) error) error {
	return send("guest", "note:"+content.String()) // want "IDV109: .*idempotencyKey"
}

// spaced: protojson, too, puts spaces in that another build leaves out.
func spaced(content *structpb.ListValue, send func(shopper, idempotencyKey string) error) error {
	opts := protojson.MarshalOptions{UseProtoNames: true}
	raw, err := opts.Marshal(content)
	if err != nil {
		return err
	}
	return send("guest", digest.Of(raw)) // want "IDV109: .*idempotencyKey"
}
