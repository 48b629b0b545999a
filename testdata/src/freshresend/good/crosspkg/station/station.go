// Package station consumes weather reports and leaves the sending to another package, under a number that comes from the
// report.
package station

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/segmentio/kafka-go"

	"example.com/cases/freshresend/good/crosspkg/post"
)

// Station follows reports.
type Station struct {
	reports *kafka.Reader
	office  *post.Office
}

// Follow sends a card for each report.
func (s *Station) Follow(ctx context.Context) error {
	for {
		report, err := s.reports.FetchMessage(ctx)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		number := fmt.Sprintf("%s-%d-%d", report.Topic, report.Partition, report.Offset)
		if err := s.office.SendAs(ctx, number, report.Value); err != nil {
			return err
		}
		if err := s.reports.CommitMessages(ctx, report); err != nil {
			return err
		}
	}
}

// Greet sends a card that nobody asked for: it has a number of its own.
func (s *Station) Greet(ctx context.Context) error { return s.office.Send(ctx, []byte("fair weather")) }
