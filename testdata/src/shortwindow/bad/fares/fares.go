// Package fares publishes the fare of each ride. The stream forgets an id long before the publisher stops trying.
package fares

import (
	"context"
	"time"

	"github.com/cenkalti/backoff/v4"
	"github.com/nats-io/nats.go/jetstream"
)

// docs:begin shortwindow-bad
func setUp(ctx context.Context, js jetstream.JetStream) error {
	_, err := js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name:       "FARES",
		Subjects:   []string{"fares.>"},
		Duplicates: 2 * time.Minute, // want "IDV601: .*Duplicates"
	})
	return err
}

func send(ctx context.Context, js jetstream.JetStream, ride string, fare []byte) error {
	publish := func() error {
		_, err := js.Publish(ctx, "fares.paid", fare, jetstream.WithMsgID(ride))
		return err
	}
	patient := backoff.NewExponentialBackOff(backoff.WithMaxElapsedTime(time.Hour))
	return backoff.Retry(publish, backoff.WithContext(patient, ctx))
}

// docs:end shortwindow-bad
