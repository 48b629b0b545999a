package cloud

import (
	"context"

	"github.com/aws/aws-lambda-go/events"
	cloudevents "github.com/cloudevents/sdk-go/v2"
	"github.com/google/uuid"
)

// museum tells other houses about changes in the collection; Kinesis hands over a shard's records until they are taken.
type museum struct{ houses cloudevents.Client }

func (m *museum) changed(ctx context.Context, batch events.KinesisEvent) error {
	for _, record := range batch.Records {
		ev := cloudevents.NewEvent()
		ev.SetID(record.EventID)
		ev.SetSource("museum/collection")
		ev.SetType("collection.changed")
		ev.SetTime(record.Kinesis.ApproximateArrivalTimestamp.Time)
		if err := ev.SetData(cloudevents.ApplicationJSON, record.Kinesis.Data); err != nil {
			return err
		}
		if res := m.houses.Send(ctx, ev); cloudevents.IsUndelivered(res) {
			return res
		}
	}
	return nil
}

// forward receives events from another house over HTTP, which sends them again after any answer but 2xx.
func (m *museum) forward(ctx context.Context, in cloudevents.Client) error {
	return in.StartReceiver(ctx, func(ctx context.Context, ev cloudevents.Event) error {
		out := ev.Clone()
		out.SetID(ev.ID())
		out.SetExtension("traceid", uuid.NewString())
		if res := m.houses.Send(ctx, out); cloudevents.IsUndelivered(res) {
			return res
		}
		return nil
	})
}
