package brokers

import (
	"context"
	"log/slog"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/slack-go/slack"
)

// silo posts how full it is.
type silo struct {
	chat    *slack.Client
	channel string
}

func (s *silo) start(levels jetstream.Consumer) (jetstream.ConsumeContext, error) {
	return levels.Consume(s.level)
}

func (s *silo) level(msg jetstream.Msg) {
	ctx := context.Background()
	if err := s.post(ctx, string(msg.Data())); err != nil {
		slog.Error("not posted", "error", err)
		_ = msg.Nak()
		return
	}
	_ = msg.Ack()
}

func (s *silo) post(ctx context.Context, text string) error {
	_, _, err := s.chat.PostMessageContext(ctx, s.channel, slack.MsgOptionText(text, false)) // want "IDV504: .*PostMessageContext"
	return err
}
