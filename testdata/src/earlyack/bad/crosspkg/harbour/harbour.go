// Package harbour receives ships' papers. Its helper acknowledges while it reads the number.
package harbour

import (
	"context"
	"log"

	"example.com/cases/earlyack/bad/crosspkg/customs"
	"github.com/nats-io/nats.go/jetstream"
)

type pier struct{ office *customs.Office }

func number(msg jetstream.Msg) (string, error) {
	meta, err := msg.Metadata()
	if err != nil {
		return "", err
	}
	if err := msg.DoubleAck(context.Background()); err != nil { // want "IDV404: .*(DoubleAck|declarations|Declare)"
		return "", err
	}
	return meta.Stream + msg.Headers().Get("Nats-Msg-Id"), nil
}

func (p *pier) start(papers jetstream.Consumer) (jetstream.ConsumeContext, error) {
	return papers.Consume(func(msg jetstream.Msg) {
		n, err := number(msg)
		if err != nil {
			log.Printf("papers: %v", err)
			return
		}
		if err := p.office.Declare(context.Background(), n, msg.Data()); err != nil {
			log.Printf("papers %s: %v", n, err)
		}
	})
}
