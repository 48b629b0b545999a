// Package again holds mistakes whose repetition the rule does not recognise.
package again

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
)

type provider interface {
	Charge(ctx context.Context, cents int64, idempotencyKey string) error
}

type sender struct {
	p     provider
	queue chan int64
}

// later plans itself again when it has failed.
func (s *sender) later(cents int64) {
	if err := s.p.Charge(context.Background(), cents, uuid.NewString()); err != nil { // miss: IDV101 a timer that calls the function again is no loop
		time.AfterFunc(time.Minute, func() { s.later(cents) })
	}
}

// work puts what has failed back into its queue.
func (s *sender) work(ctx context.Context) {
	for cents := range s.queue {
		if err := s.p.Charge(ctx, cents, uuid.NewString()); err != nil { // miss: IDV101 a queue that takes its own jobs back looks like new work
			s.queue <- cents
		}
	}
}

// rest keeps the failed items of a batch and goes over them again.
func rest(ctx context.Context, p provider, list []int64) {
	for len(list) > 0 {
		var failed []int64
		for _, cents := range list {
			if err := p.Charge(ctx, cents, uuid.NewString()); err != nil { // miss: IDV101 the next round's list looks like new work
				failed = append(failed, cents)
			}
		}
		list = failed
	}
}

// hedged sends the same charge twice at once and takes the faster answer.
func hedged(ctx context.Context, p provider) error {
	done := make(chan error, 2)
	for range 2 {
		go func() {
			done <- p.Charge(ctx, 500, uuid.NewString()) // miss: IDV101 copies that run side by side are no attempts
		}()
	}
	return <-done
}

// second tries once more, without a loop.
func second(ctx context.Context, p provider) error {
	if err := p.Charge(ctx, 500, uuid.NewString()); err == nil {
		return nil
	}
	return p.Charge(ctx, 500, uuid.NewString()) // miss: IDV101 two calls in a row are no region that runs again
}

// recovered calls itself from a deferred function.
func recovered(ctx context.Context, p provider) (err error) {
	defer func() {
		if recover() != nil {
			err = recovered(ctx, p)
		}
	}()
	if err := p.Charge(ctx, 500, uuid.NewString()); err != nil { // miss: IDV101 a call in a deferred function is no loop
		panic(err)
	}
	return nil
}

// machine is a retry spread over the states of a machine.
type machine struct {
	p     provider
	state string
}

var errStuck = errors.New("stuck")

func (m *machine) step(ctx context.Context) error {
	switch m.state {
	case "new", "retry":
		if err := m.p.Charge(ctx, 500, uuid.NewString()); err != nil { // miss: IDV101 the loop over the states moves on after a failure as after a success
			m.state = "retry"
			return nil
		}
		m.state = "paid"
	case "paid":
		m.state = "done"
	default:
		return errStuck
	}
	return nil
}

func (m *machine) run(ctx context.Context) error {
	for m.state != "done" {
		if err := m.step(ctx); err != nil {
			return err
		}
	}
	return nil
}
