// Package caches takes caches for memories.
package caches

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"sync"
	"time"

	"github.com/dgraph-io/ristretto/v2"
	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/hashicorp/golang-lru/v2/expirable"
	gocache "github.com/patrickmn/go-cache"
	"github.com/resend/resend-go/v2"
	"github.com/segmentio/kafka-go"
)

// alarms tells a chat about alarms.
type alarms struct {
	known *gocache.Cache
	chat  string
}

func (a *alarms) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if err := a.tell(r.Context(), r.FormValue("alarm"), r.FormValue("text")); err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
	}
}

var errChat = errors.New("the chat refuses")

func (a *alarms) tell(ctx context.Context, id, text string) (err error) {
	if err := a.known.Add(id, true, 12*time.Hour); err != nil { // want "IDV310: .*Add"
		return nil
	}
	defer func() {
		if err != nil {
			a.known.Delete(id)
		}
	}()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, a.chat, bytes.NewBufferString(text))
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		return errChat
	}
	return nil
}

// clicks passes clicks on, each once while it is among the last thousand.
type clicks struct {
	last *lru.Cache[string, struct{}]
	out  *kafka.Writer
}

func newClicks(out *kafka.Writer) (*clicks, error) {
	last, err := lru.New[string, struct{}](1000)
	return &clicks{last: last, out: out}, err
}

func (c *clicks) pass(ctx context.Context, m kafka.Message) error {
	id := string(m.Key)
	if known, _ := c.last.ContainsOrAdd(id, struct{}{}); known { // want "IDV310: .*ContainsOrAdd"
		return nil
	}
	if err := c.out.WriteMessages(ctx, kafka.Message{Key: m.Key, Value: m.Value}); err != nil {
		c.last.Remove(id)
		return err
	}
	return nil
}

// invitations go out by mail.
type invitations struct {
	mu   sync.Mutex
	sent *expirable.LRU[string, string]
	mail *resend.Client
}

func (i *invitations) invite(ctx context.Context, meeting, guest, text string) error {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.sent.Contains(meeting + "/" + guest) {
		return nil
	}
	answer, err := i.mail.Emails.SendWithContext(ctx, &resend.SendEmailRequest{
		From: "meet@example.org", To: []string{guest}, Subject: "You are invited", Text: text,
	})
	if err != nil {
		return err
	}
	i.sent.Add(meeting+"/"+guest, answer.Id) // want "IDV310: .*Add"
	return nil
}

// texts go to phones, through an operator's address.
type texts struct {
	mu       sync.Mutex
	done     *ristretto.Cache[string, bool]
	operator string
}

func (t *texts) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	id := r.FormValue("text")
	t.mu.Lock()
	defer t.mu.Unlock()
	if _, ok := t.done.Get(id); ok {
		return
	}
	resp, err := http.PostForm(t.operator, r.PostForm)
	if err != nil {
		http.Error(w, "operator", http.StatusBadGateway)
		return
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		http.Error(w, "operator", http.StatusBadGateway)
		return
	}
	t.done.SetWithTTL(id, true, 1, time.Hour) // want "IDV310: .*SetWithTTL"
	t.done.Wait()
}
