// Package harbour receives ships' papers, and acknowledges them when the office has them.
package harbour

import (
	"context"
	"log"

	"example.com/cases/earlyack/good/crosspkg/customs"
	"github.com/nats-io/nats.go/jetstream"
)

type pier struct{ office *customs.Office }

// finish says to the server how it went.
func finish(msg jetstream.Msg, err error) {
	if err != nil {
		log.Printf("papers: %v", err)
		_ = msg.Nak()
		return
	}
	if err := msg.DoubleAck(context.Background()); err != nil {
		log.Printf("ack: %v", err)
	}
}

func (p *pier) start(papers jetstream.Consumer) (jetstream.ConsumeContext, error) {
	return papers.Consume(func(msg jetstream.Msg) {
		finish(msg, p.office.Declare(context.Background(), msg.Headers().Get(jetstream.MsgIDHeader), msg.Data()))
	})
}
