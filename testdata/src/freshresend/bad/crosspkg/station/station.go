// Package station consumes weather reports and leaves the sending to another package.
package station

import (
	"context"
	"errors"
	"io"

	"github.com/segmentio/kafka-go"

	"example.com/cases/freshresend/bad/crosspkg/post"
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
		if err := s.office.Send(ctx, report.Value); err != nil { // want "IDV201: .*WithMsgID"
			return err
		}
		if err := s.office.SendAs(ctx, post.Number(), report.Key); err != nil { // want "IDV201: .*WithMsgID"
			return err
		}
		if err := s.reports.CommitMessages(ctx, report); err != nil {
			return err
		}
	}
}
