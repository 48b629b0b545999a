package cloud

import (
	"context"
	"log/slog"

	"cloud.google.com/go/pubsub/v2"
	"firebase.google.com/go/v4/messaging"
)

// lake warns swimmers.
type lake struct {
	storms *pubsub.Subscriber
	fcm    *messaging.Client
}

func (l *lake) watch(ctx context.Context) error {
	return l.storms.Receive(ctx, func(ctx context.Context, m *pubsub.Message) {
		if err := l.warn(ctx, m.Attributes["bay"]); err != nil {
			slog.ErrorContext(ctx, "not warned", "error", err)
			m.Nack()
			return
		}
		m.Ack()
	})
}

func (l *lake) warn(ctx context.Context, bay string) error {
	_, err := l.fcm.Send(ctx, &messaging.Message{ // want "IDV504: .*Send"
		Topic:        bay,
		Notification: &messaging.Notification{Title: "Storm", Body: "Leave the water."},
	})
	return err
}
