package cloud

import (
	"context"
	"fmt"
	"log"

	"github.com/google/uuid"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// observatory schedules telescopes by what the sky cameras report.
type observatory struct{ js jetstream.JetStream }

func (o *observatory) start(ctx context.Context, sightings jetstream.Consumer) (jetstream.ConsumeContext, error) {
	return sightings.Consume(func(msg jetstream.Msg) {
		if err := o.point(ctx, msg); err != nil {
			log.Printf("sighting: %v", err)
			if err := msg.Nak(); err != nil {
				log.Printf("nak: %v", err)
			}
			return
		}
		if err := msg.Ack(); err != nil {
			log.Printf("ack: %v", err)
		}
	})
}

// point uses the sequence in the stream: it belongs to the message, not to the delivery.
func (o *observatory) point(ctx context.Context, msg jetstream.Msg) error {
	meta, err := msg.Metadata()
	if err != nil {
		return err
	}
	id := fmt.Sprintf("%s-%d", meta.Stream, meta.Sequence.Stream)
	_, err = o.js.Publish(ctx, "telescopes.point", msg.Data(), jetstream.WithMsgID(id))
	return err
}

// pointByHeader passes the sighting's own id on.
func (o *observatory) pointByHeader(ctx context.Context, sightings jetstream.Consumer) error {
	batch, err := sightings.Fetch(16)
	if err != nil {
		return err
	}
	for msg := range batch.Messages() {
		out := nats.NewMsg("telescopes.point")
		out.Data = msg.Data()
		out.Header.Set("Trace-Id", uuid.NewString())
		out.Header.Set(nats.MsgIdHdr, "point/"+msg.Headers().Get(nats.MsgIdHdr))
		if _, err := o.js.PublishMsg(ctx, out); err != nil {
			return err
		}
		if err := msg.Ack(); err != nil {
			return err
		}
	}
	return batch.Error()
}
