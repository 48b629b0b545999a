// Package wire makes keys of encodings that promise the same bytes, or uses the others for what they are good for.
package wire

import (
	"bytes"
	"context"
	"encoding/gob"
	"encoding/hex"
	"encoding/json"
	"hash/fnv"
	"log/slog"
	"os"

	cloudtasks "cloud.google.com/go/cloudtasks/apiv2"
	"cloud.google.com/go/cloudtasks/apiv2/cloudtaskspb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/resend/resend-go/v2"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"

	"example.com/cases/unstablekey/digest"
)

type basket struct {
	Shopper string
	Lines   map[string]int
}

// encoded: JSON sorts the keys of maps.
func encoded(ctx context.Context, c *dynamodb.Client, b basket, writes []types.TransactWriteItem) error {
	var buf bytes.Buffer
	if err := json.NewEncoder(&buf).Encode(b); err != nil {
		return err
	}
	token := digest.Of(buf.Bytes())[:32]
	_, err := c.TransactWriteItems(ctx, &dynamodb.TransactWriteItemsInput{
		ClientRequestToken: &token,
		TransactItems:      writes,
	})
	return err
}

// kept: a file in gob, beside a key that knows nothing of it.
func kept(path string, b basket, send func(shopper, idempotencyKey string) error) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := gob.NewEncoder(f).Encode(b); err != nil {
		return err
	}
	return send(b.Shopper, "kept/"+b.Shopper)
}

// fields: the key is made of the fields that matter, the message goes over the wire.
func fields(ctx context.Context, c *resend.Client, to string, content *structpb.Struct) error {
	raw, err := proto.Marshal(content)
	if err != nil {
		return err
	}
	h := fnv.New128a()
	h.Write([]byte(content.GetFields()["receipt"].GetStringValue()))
	var opts resend.SendEmailOptions
	opts.IdempotencyKey = hex.EncodeToString(h.Sum(nil))
	slog.DebugContext(ctx, "receipt", "size", len(raw))
	_, err = c.Emails.SendWithOptions(ctx, &resend.SendEmailRequest{To: []string{to}, Subject: "Receipt"}, &opts)
	return err
}

// deterministic: one build writes the same bytes for the same message.
func deterministic(ctx context.Context, c *cloudtasks.Client, queue string, content *structpb.Struct) error {
	raw, err := proto.MarshalOptions{Deterministic: true}.Marshal(content)
	if err != nil {
		return err
	}
	task := &cloudtaskspb.Task{}
	task.Name = queue + "/tasks/" + digest.Of(raw)
	_, err = c.CreateTask(ctx, &cloudtaskspb.CreateTaskRequest{Parent: queue, Task: task})
	return err
}

// logged for people.
func logged(content *structpb.Value, send func(shopper, idempotencyKey string) error) error {
	slog.Info("note", "content", content.String())
	return send("guest", "note:"+content.GetStringValue())
}
