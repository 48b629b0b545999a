// Package batches drops doubles inside one batch, with a set that lives as long as the call.
package batches

import (
	"context"
	"net/smtp"

	"github.com/segmentio/kafka-go"
)

// newsletter writes to each address of a list once, though some are on it twice.
func newsletter(host string, auth smtp.Auth, list []string, text []byte) (failed []string) {
	seen := make(map[string]bool, len(list))
	for _, to := range list {
		if seen[to] {
			continue
		}
		seen[to] = true
		if err := smtp.SendMail(host, auth, "news@example.org", []string{to}, text); err != nil {
			failed = append(failed, to)
		}
	}
	return failed
}

// distinct gives each id once.
func distinct(ids []string) []string {
	seen := map[string]struct{}{}
	var out []string
	for _, id := range ids {
		if _, ok := seen[id]; !ok {
			seen[id] = struct{}{}
			out = append(out, id)
		}
	}
	return out
}

// announce asks for each page to be read again.
func announce(ctx context.Context, w *kafka.Writer, pages []string) error {
	var msgs []kafka.Message
	for _, p := range distinct(pages) {
		msgs = append(msgs, kafka.Message{Key: []byte(p)})
	}
	return w.WriteMessages(ctx, msgs...)
}
