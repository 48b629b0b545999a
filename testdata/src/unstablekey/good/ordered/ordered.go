// Package ordered walks over maps for ends that do not depend on the order, or looks single elements up.
package ordered

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"strings"
)

type orders interface {
	Place(ctx context.Context, lines []string, idempotencyKey string) error
}

// total adds up.
func total(ctx context.Context, o orders, table string, items map[string]int) error {
	sum := 0
	for _, n := range items {
		sum += n
	}
	return o.Place(ctx, nil, table+"/"+strconv.Itoa(sum))
}

// mixed joins the hashes of the elements by XOR: any order gives the same.
func mixed(ctx context.Context, o orders, items map[string]int) error {
	var all [sha256.Size]byte
	for name, n := range items {
		one := sha256.Sum256(fmt.Appendf(nil, "%s=%d", name, n))
		for i := range all {
			all[i] ^= one[i]
		}
	}
	return o.Place(ctx, nil, hex.EncodeToString(all[:]))
}

// dearest is the same element in every order.
func dearest(ctx context.Context, o orders, table string, prices map[string]int) error {
	best := ""
	for name, price := range prices {
		if best == "" || price > prices[best] || price == prices[best] && name < best {
			best = name
		}
	}
	return o.Place(ctx, []string{best}, table+"/"+best)
}

// one element, looked up.
func one(ctx context.Context, o orders, form map[string]string) error {
	return o.Place(ctx, nil, form["table"]+"/"+form["course"])
}

// each element is an order of its own; which comes first does not matter.
func each(ctx context.Context, o orders, tables map[string][]string) error {
	for table, lines := range tables {
		if err := o.Place(ctx, lines, "order/"+table); err != nil {
			return err
		}
	}
	return nil
}

// logged in the order of the map, beside a key that has an order.
func logged(ctx context.Context, o orders, id string, notes map[string]string) error {
	var b strings.Builder
	for k, v := range notes {
		b.WriteString(k + ": " + v + "\n")
	}
	slog.InfoContext(ctx, "notes", "text", b.String())
	return o.Place(ctx, nil, id)
}

// inserted at its place: the slice is in order at any time.
func inserted(ctx context.Context, o orders, seats map[string]bool) error {
	var names []string
	for s, taken := range seats {
		if !taken {
			continue
		}
		at, _ := slices.BinarySearch(names, s)
		names = slices.Insert(names, at, s)
	}
	return o.Place(ctx, names, "seats/"+strings.Join(names, ","))
}

// slice: a slice has an order, also if its elements are maps.
func slice(ctx context.Context, o orders, courses []map[string]string) error {
	var b strings.Builder
	for _, c := range courses {
		b.WriteString("/" + c["name"])
	}
	return o.Place(ctx, nil, "menu"+b.String())
}
