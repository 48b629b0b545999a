package cloud

import (
	"context"
	"log/slog"

	"cloud.google.com/go/pubsub/v2"
	"firebase.google.com/go/v4/messaging"
)

// lake warns swimmers. A second warning of a storm takes the place of the first.
type lake struct {
	storms *pubsub.Subscriber
	fcm    *messaging.Client
}

func (l *lake) watch(ctx context.Context) error {
	return l.storms.Receive(ctx, func(ctx context.Context, m *pubsub.Message) {
		if err := l.warn(ctx, m.Attributes["bay"], m.Attributes["storm"]); err != nil {
			slog.ErrorContext(ctx, "not warned", "error", err)
			m.Nack()
			return
		}
		m.Ack()
	})
}

func (l *lake) warn(ctx context.Context, bay, storm string) error {
	_, err := l.fcm.Send(ctx, &messaging.Message{
		Topic:        bay,
		Notification: &messaging.Notification{Title: "Storm", Body: "Leave the water."},
		Android:      &messaging.AndroidConfig{CollapseKey: "storm-" + storm, Notification: &messaging.AndroidNotification{Tag: "storm-" + storm}},
		APNS:         &messaging.APNSConfig{Headers: map[string]string{"apns-collapse-id": "storm-" + storm}},
	})
	return err
}
