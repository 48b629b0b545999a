// Package caches has caches in front of receivers that drop repeats, and caches that are caches.
package caches

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"net/http"
	"sync"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/dgraph-io/ristretto/v2"
	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/hashicorp/golang-lru/v2/expirable"
	gocache "github.com/patrickmn/go-cache"
	"github.com/resend/resend-go/v2"
)

// alarms tells a chat about alarms. The chat knows an alarm by its key.
type alarms struct {
	known *gocache.Cache
	chat  string
}

var errChat = errors.New("the chat refuses")

func (a *alarms) tell(ctx context.Context, id, text string) error {
	if _, ok := a.known.Get(id); ok {
		return nil
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, a.chat, bytes.NewBufferString(text))
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", "alarm/"+id)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		return errChat
	}
	a.known.Set(id, true, 12*time.Hour)
	return nil
}

// clicks passes clicks on to a queue that drops repeats by their ids.
type clicks struct {
	last  *lru.Cache[string, struct{}]
	out   *sqs.Client
	queue string
}

func (c *clicks) pass(ctx context.Context, page, id, body string) error {
	if c.last.Contains(id) {
		return nil
	}
	_, err := c.out.SendMessage(ctx, &sqs.SendMessageInput{
		QueueUrl:               aws.String(c.queue),
		MessageBody:            aws.String(body),
		MessageGroupId:         aws.String(page),
		MessageDeduplicationId: aws.String(id),
	})
	if err != nil {
		return err
	}
	c.last.Add(id, struct{}{})
	return nil
}

// invitations go out by mail, under a key for the provider.
type invitations struct {
	mu   sync.Mutex
	sent *expirable.LRU[string, string]
	mail *resend.Client
}

func (i *invitations) invite(ctx context.Context, meeting, guest, to, text string) error {
	i.mu.Lock()
	defer i.mu.Unlock()
	id := meeting + "/" + guest
	if i.sent.Contains(id) {
		return nil
	}
	answer, err := i.mail.Emails.SendWithOptions(ctx, &resend.SendEmailRequest{
		From: "meet@example.org", To: []string{to}, Subject: "You are invited", Text: text,
	}, &resend.SendEmailOptions{IdempotencyKey: "invitation/" + id})
	if err != nil {
		return err
	}
	i.sent.Add(id, answer.Id)
	return nil
}

// prices keeps what it has read.
type prices struct {
	known *ristretto.Cache[string, int64]
	db    *sql.DB
}

func (p *prices) of(ctx context.Context, sku string) (cents int64, err error) {
	if cents, ok := p.known.Get(sku); ok {
		return cents, nil
	}
	if err := p.db.QueryRowContext(ctx, `select cents from prices where sku = $1`, sku).Scan(&cents); err != nil {
		return 0, err
	}
	p.known.SetWithTTL(sku, cents, 1, time.Minute)
	return cents, nil
}
