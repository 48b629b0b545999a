package brokers

import (
	"context"
	"log/slog"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/slack-go/slack"
)

// silo shows how full it is in one post, which it writes anew.
type silo struct {
	chat    *slack.Client
	channel string
	post    string
}

func (s *silo) start(levels jetstream.Consumer) (jetstream.ConsumeContext, error) {
	return levels.Consume(s.level)
}

func (s *silo) level(msg jetstream.Msg) {
	ctx := context.Background()
	if err := s.show(ctx, string(msg.Data())); err != nil {
		slog.Error("not shown", "error", err)
		_ = msg.Nak()
		return
	}
	_ = msg.Ack()
}

func (s *silo) show(ctx context.Context, text string) error {
	_, _, _, err := s.chat.UpdateMessageContext(ctx, s.channel, s.post, slack.MsgOptionText(text, false))
	return err
}
