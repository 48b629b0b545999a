// Package ackedfirst acknowledges before it posts: the post may be missing, and is never made twice.
package ackedfirst

import (
	"context"
	"log/slog"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/slack-go/slack"
)

// bar says in a chat when the coffee is ready.
type bar struct {
	chat    *slack.Client
	channel string
}

func (b *bar) start(brewed jetstream.Consumer) (jetstream.ConsumeContext, error) {
	return brewed.Consume(b.ready)
}

func (b *bar) ready(msg jetstream.Msg) {
	ctx := context.Background()
	if err := msg.Ack(); err != nil {
		slog.ErrorContext(ctx, "not acknowledged", "error", err)
		return
	}
	if _, _, err := b.chat.PostMessageContext(ctx, b.channel, slack.MsgOptionText(string(msg.Data()), false)); err != nil {
		slog.ErrorContext(ctx, "not posted", "error", err)
	}
}
