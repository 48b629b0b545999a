// Package turns has loops that go round for ever, or until there is nothing left. Each turn begins with new work: a page, a
// message, a tick, a connection.
package turns

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/google/uuid"
	"k8s.io/apimachinery/pkg/util/wait"
)

// job is a print job.
type job struct{ ID string }

type printer interface {
	Print(ctx context.Context, j job, idempotencyKey string) error
	State(ctx context.Context, id, traceID string) (string, error)
}

type source interface {
	Next(ctx context.Context) (job, error)
	Page(ctx context.Context, token string) ([]job, string, error)
}

var errClosed = errors.New("closed")

// reader takes the next job from a source; an error of the source or of the printer only skips it.
func reader(ctx context.Context, s source, p printer) error {
	for {
		j, err := s.Next(ctx)
		if errors.Is(err, errClosed) {
			return nil
		}
		if err != nil {
			slog.Warn("next", "err", err)
			continue
		}
		if err := p.Print(ctx, j, uuid.NewString()); err != nil {
			slog.Warn("print", "err", err)
			continue
		}
	}
}

// pages goes through a listing; it prints everything that is on it.
func pages(ctx context.Context, s source, p printer) error {
	for token := ""; ; {
		jobs, next, err := s.Page(ctx, token)
		if err != nil {
			return err
		}
		for _, j := range jobs {
			if err := p.Print(ctx, j, uuid.NewString()); err != nil {
				slog.Warn("print", "job", j.ID, "err", err)
			}
		}
		if token = next; token == "" {
			return nil
		}
	}
}

// queue prints under the id that the message has.
func queue(ctx context.Context, c *sqs.Client, url string, p printer) error {
	for {
		out, err := c.ReceiveMessage(ctx, &sqs.ReceiveMessageInput{QueueUrl: &url})
		if err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			slog.Warn("receive", "request", uuid.NewString(), "err", err)
			continue
		}
		for _, m := range out.Messages {
			if err := p.Print(ctx, job{ID: *m.MessageId}, *m.MessageId); err != nil {
				slog.Warn("print", "err", err)
				continue
			}
			if _, err := c.DeleteMessage(ctx, &sqs.DeleteMessageInput{QueueUrl: &url, ReceiptHandle: m.ReceiptHandle}); err != nil {
				return err
			}
		}
	}
}

// hourly prints a report each hour. The next report is another one, whether this one was printed or not.
func hourly(ctx context.Context, p printer) {
	for t := range time.Tick(time.Hour) {
		if ctx.Err() != nil {
			return
		}
		if err := p.Print(ctx, job{ID: t.Format(time.RFC3339)}, uuid.NewString()); err != nil {
			slog.Warn("report", "err", err)
		}
	}
}

// untilPrinted prints once and then asks until it is done. The ids are for the logs.
func untilPrinted(ctx context.Context, p printer, j job) error {
	if err := p.Print(ctx, j, uuid.NewString()); err != nil {
		return err
	}
	for {
		state, err := p.State(ctx, j.ID, uuid.NewString())
		if err == nil && state == "done" {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
}

// polled asks with the helper of Kubernetes, and prints when the asking has come to its end.
func polled(ctx context.Context, p printer, j job) error {
	err := wait.PollUntilContextTimeout(ctx, time.Second, time.Minute, true, func(ctx context.Context) (bool, error) {
		state, err := p.State(ctx, j.ID, uuid.NewString())
		return err == nil && state == "idle", nil
	})
	if err != nil {
		return err
	}
	return p.Print(ctx, j, uuid.NewString())
}

// prompt asks an operator for one job after the other.
func prompt(ctx context.Context, ask func() (string, bool), p printer) error {
	for {
		id, ok := ask()
		if !ok {
			return nil
		}
		if err := p.Print(ctx, job{ID: id}, uuid.NewString()); err != nil {
			slog.Error("not printed; ask again", "err", err)
		}
	}
}

// served handles requests; the loop is in the server, and every request is new work.
func served(p printer) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := p.Print(r.Context(), job{ID: r.PathValue("id")}, uuid.NewString()); err != nil {
			http.Error(w, err.Error(), http.StatusBadGateway)
		}
	})
}
