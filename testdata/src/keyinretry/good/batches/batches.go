// Package batches sends many things, each under a new key. The loops go on after an error, as retries do, but what they
// send differs from turn to turn.
package batches

import (
	"bufio"
	"context"
	"encoding/csv"
	"errors"
	"io"
	"iter"
	"log/slog"
	"maps"

	"github.com/google/uuid"
)

// bank moves money.
type bank interface {
	Transfer(ctx context.Context, to string, cents int64, idempotencyKey string) error
}

type salary struct {
	account string
	cents   int64
}

// byIndex looks its items up by number.
func byIndex(ctx context.Context, b bank, list []salary) error {
	var errs []error
	for i := 0; i < len(list); i++ {
		if err := b.Transfer(ctx, list[i].account, list[i].cents, uuid.NewString()); err != nil {
			errs = append(errs, err)
			continue
		}
		slog.Info("paid", "account", list[i].account)
	}
	return errors.Join(errs...)
}

// fromMap ranges over a map.
func fromMap(ctx context.Context, b bank, due map[string]int64) (failed int) {
	for account, cents := range due {
		if err := b.Transfer(ctx, account, cents, uuid.NewString()); err != nil {
			failed++
		}
	}
	return failed
}

// fromSequence ranges over a function.
func fromSequence(ctx context.Context, b bank, due iter.Seq2[string, int64]) error {
	for account, cents := range due {
		if err := b.Transfer(ctx, account, cents, uuid.NewString()); err != nil {
			slog.Error("transfer", "account", account, "err", err)
		}
	}
	return nil
}

func sortedKeys(ctx context.Context, b bank, due map[string]int64) error {
	for account := range maps.Keys(due) {
		if err := b.Transfer(ctx, account, due[account], uuid.NewString()); err != nil {
			continue
		}
	}
	return nil
}

// fromLines reads a file line by line.
func fromLines(ctx context.Context, b bank, r io.Reader) error {
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		if err := b.Transfer(ctx, lines.Text(), 100, uuid.NewString()); err != nil {
			slog.Error("transfer", "err", err)
			continue
		}
	}
	return lines.Err()
}

// fromRecords reads a file until it ends.
func fromRecords(ctx context.Context, b bank, r io.Reader) error {
	in := csv.NewReader(r)
	for {
		record, err := in.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := b.Transfer(ctx, record[0], 100, uuid.NewString()); err != nil {
			slog.Error("transfer", "to", record[0], "err", err)
		}
	}
}

// stack takes its items off the end of a slice.
func stack(ctx context.Context, b bank, list []salary) error {
	for len(list) > 0 {
		last := list[len(list)-1]
		list = list[:len(list)-1]
		if err := b.Transfer(ctx, last.account, last.cents, uuid.NewString()); err != nil {
			slog.Error("transfer", "to", last.account, "err", err)
		}
	}
	return nil
}

// linked follows the pointers of a list.
type node struct {
	salary
	next *node
}

func linked(ctx context.Context, b bank, n *node) (err error) {
	for ; n != nil; n = n.next {
		err = errors.Join(err, b.Transfer(ctx, n.account, n.cents, uuid.NewString()))
	}
	return err
}

// halves sends the amount in parts; every part is another transfer.
func halves(ctx context.Context, b bank, to string, cents int64) error {
	for cents > 0 {
		part := min(cents, 50_000)
		if err := b.Transfer(ctx, to, part, uuid.NewString()); err != nil {
			return err
		}
		cents -= part
	}
	return nil
}

// inHelper leaves the sending to a helper that takes the item.
func inHelper(ctx context.Context, b bank, list []salary) (failed []salary) {
	for _, s := range list {
		if !pay(ctx, b, s) {
			failed = append(failed, s)
		}
	}
	return failed
}

func pay(ctx context.Context, b bank, s salary) bool {
	err := b.Transfer(ctx, s.account, s.cents, uuid.NewString())
	return err == nil
}
