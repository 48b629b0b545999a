// Package inplace has words about functions and fields in their doc comments, each beside its twin without the word.
package inplace

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"net/http"
	"strings"

	"github.com/google/uuid"
)

// Board is where tickets are drawn; nothing is known of it.
type Board interface {
	Draw() string
	Seat(party string) string
}

var errBusy = errors.New("busy")

func send(ctx context.Context, key string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://tables.example.com/book", strings.NewReader("{}"))
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", key)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	return res.Body.Close()
}

// drawn asks the board for a number.
//
//idemvet:fresh -- the board never gives a number twice
func drawn(b Board) string { return b.Draw() }

// asked asks the same, and nothing is said of it.
func asked(b Board) string { return b.Draw() }

func bookDrawn(ctx context.Context, b Board) (err error) {
	for range 3 {
		if err = send(ctx, drawn(b)); err == nil { // want "IDV101: Idempotency-Key gets a new value"
			return nil
		}
	}
	return err
}

func bookAsked(ctx context.Context, b Board) (err error) {
	for range 3 {
		if err = send(ctx, asked(b)); err == nil {
			return nil
		}
	}
	return err
}

// seeded makes the same for each party, though it looks random: the source is seeded with the party.
//
//idemvet:stable
func seeded(party string) string {
	raw := make([]byte, 8)
	_, _ = rand.Read(raw)
	return party + hex.EncodeToString(raw)
}

// unseeded does not.
func unseeded(party string) string {
	raw := make([]byte, 8)
	_, _ = rand.Read(raw)
	return party + hex.EncodeToString(raw)
}

func bookSeeded(ctx context.Context, party string) (err error) {
	for range 3 {
		if err = send(ctx, seeded(party)); err == nil {
			return nil
		}
	}
	return err
}

func bookUnseeded(ctx context.Context, party string) (err error) {
	for range 3 {
		if err = send(ctx, unseeded(party)); err == nil { // want "IDV101: Idempotency-Key gets a new value"
			return nil
		}
	}
	return err
}

// Booking is what a table is booked with.
type Booking struct {
	//idemvet:key
	Ref  string
	Note string
}

// hall takes bookings in a way that is not known.
var hall func(context.Context, Booking) error

func bookRef(ctx context.Context) (err error) {
	for range 3 {
		if err = hall(ctx, Booking{Ref: uuid.NewString()}); err == nil { // want "IDV101: Ref gets a new value"
			return nil
		}
	}
	return err
}

func bookNote(ctx context.Context) (err error) {
	for range 3 {
		if err = hall(ctx, Booking{Note: uuid.NewString()}); err == nil {
			return nil
		}
	}
	return err
}

// reserve names the booking to the hall by its second text.
//
//idemvet:key tag
func reserve(_ context.Context, _, tag string) error {
	if tag == "" {
		return errBusy
	}
	return nil
}

func reserveTagged(ctx context.Context, party string) (err error) {
	for range 3 {
		if err = reserve(ctx, party, uuid.NewString()); err == nil { // want "IDV101: .*reserve"
			return nil
		}
	}
	return err
}

func reserveParty(ctx context.Context, tag string) (err error) {
	for range 3 {
		if err = reserve(ctx, uuid.NewString(), tag); err == nil {
			return nil
		}
	}
	return err
}

// runner runs things in a way that is not known.
type runner interface{ Run(func() error) error }

// insist tries until it works.
//
//idemvet:retries
func insist(r runner, do func() error) error { return r.Run(do) }

// perform does not say how often.
func perform(r runner, do func() error) error { return r.Run(do) }

func bookInsisting(ctx context.Context, r runner) error {
	return insist(r, func() error {
		return send(ctx, uuid.NewString()) // want "IDV101: Idempotency-Key gets a new value"
	})
}

func bookPerforming(ctx context.Context, r runner) error {
	return perform(r, func() error {
		return send(ctx, uuid.NewString())
	})
}

// looped looks like a retry, but gives up at once: the loop is for the tests of the hall.
//
//idemvet:once
func looped(do func() error) (err error) {
	for range 3 {
		if err = do(); err == nil {
			return nil
		}
	}
	return err
}

// again is the same without a word.
func again(do func() error) (err error) {
	for range 3 {
		if err = do(); err == nil {
			return nil
		}
	}
	return err
}

func bookLooped(ctx context.Context) error {
	return looped(func() error { return send(ctx, uuid.NewString()) })
}

func bookAgain(ctx context.Context) error {
	return again(func() error {
		return send(ctx, uuid.NewString()) // want "IDV101: Idempotency-Key gets a new value"
	})
}

// cancel frees a table; to free one that is free does nothing.
//
//idemvet:idempotent -- the hall knows the booking's number
func cancel(ctx context.Context, number string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://tables.example.com/cancel/"+number, nil)
	if err != nil {
		return err
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	return res.Body.Close()
}

func cancelInsisting(ctx context.Context, number string) (err error) {
	for range 3 {
		if err = cancel(ctx, number); err == nil {
			return nil
		}
	}
	return err
}

// order orders a meal.
func order(ctx context.Context, number string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://tables.example.com/meal/"+number, nil)
	if err != nil {
		return err
	}
	res, err := http.DefaultClient.Do(req) // want "IDV106"
	if err != nil {
		return err
	}
	return res.Body.Close()
}

func orderInsisting(ctx context.Context, number string) (err error) {
	for range 3 {
		if err = order(ctx, number); err == nil {
			return nil
		}
	}
	return err
}
