// Package limits holds mistakes that the rule does not see.
package limits

import (
	"context"
	"net/smtp"
	"sync"
)

// messenger is implemented in another package: whether what it sends can be taken back, or dropped by its receiver, is not known.
type messenger interface {
	Send(ctx context.Context, to, text string) error
}

type desk struct {
	told sync.Map
	out  messenger
}

func (d *desk) tell(ctx context.Context, id, to, text string) error {
	if _, again := d.told.LoadOrStore(id, true); again { // miss: IDV310 what the interface does is not known
		return nil
	}
	if err := d.out.Send(ctx, to, text); err != nil {
		d.told.Delete(id)
		return err
	}
	return nil
}

// The set is behind a channel: one goroutine has it, and answers.
type question struct {
	id     string
	answer chan<- bool
}

func remember(in <-chan question) {
	seen := map[string]bool{}
	for q := range in {
		q.answer <- !seen[q.id]
		seen[q.id] = true // miss: IDV310 the answer goes through a channel
	}
}

func mail(ask chan<- question, host string, auth smtp.Auth, id, to string, text []byte) error {
	answer := make(chan bool, 1)
	ask <- question{id: id, answer: answer}
	if !<-answer {
		return nil
	}
	return smtp.SendMail(host, auth, "desk@example.org", []string{to}, text)
}
