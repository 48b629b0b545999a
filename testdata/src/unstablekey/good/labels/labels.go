// Package labels brings what it takes from maps into an order.
package labels

import (
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"sort"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/ecs"
	"github.com/go-resty/resty/v2"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/samber/lo"
	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"

	"example.com/cases/unstablekey/digest"
)

// docs:begin unstablekey-good

// keyOf names a booking by what was chosen.
func keyOf(room string, extras map[string]string) string {
	var b strings.Builder
	b.WriteString(room)
	for _, name := range slices.Sorted(maps.Keys(extras)) {
		b.WriteString(";" + name + "=" + extras[name])
	}
	return digest.Of([]byte(b.String()))
}

// Reserve books a room.
func Reserve(hc *http.Client, req *http.Request, room string, extras map[string]string) error {
	req.Header.Set("Idempotency-Key", keyOf(room, extras))
	return send(hc, req)
}

// docs:end unstablekey-good

func send(hc *http.Client, req *http.Request) error {
	resp, err := hc.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// collected, then sorted in place.
func collected(ctx context.Context, c *ecs.Client, definition string, env map[string]string) error {
	names := slices.Collect(maps.Keys(env))
	sort.Strings(names)
	_, err := c.RunTask(ctx, &ecs.RunTaskInput{
		TaskDefinition: &definition,
		ClientToken:    aws.String(digest.Of([]byte(definition + strings.Join(names, ",")))),
	})
	return err
}

func ordered(in []string) []string {
	out := slices.Clone(in)
	slices.Sort(out)
	return out
}

// listed and sorted by a helper.
func listed(ctx context.Context, js jetstream.JetStream, guest string, wishes map[string]bool) error {
	id := guest + ":" + strings.Join(ordered(lo.Keys(wishes)), "+")
	_, err := js.Publish(ctx, "wishes", []byte(guest), jetstream.WithMsgID(id))
	return err
}

// marshalled: JSON sorts the keys of a map.
func marshalled(c *resty.Client, extras map[string]string) error {
	upper := make(map[string]string, len(extras))
	for n, v := range extras {
		upper[strings.ToUpper(n)] = v
	}
	raw, err := json.Marshal(upper)
	if err != nil {
		return err
	}
	_, err = c.R().SetHeader("X-Idempotency-Key", digest.Of(raw)).SetBody(extras).Post("/extras")
	return err
}

func elsewhere(ctx context.Context, conn grpc.ClientConnInterface, extras map[string]string, req, reply any) error {
	ctx = metadata.AppendToOutgoingContext(ctx, "idempotency-key", digest.Sorted(extras))
	return conn.Invoke(ctx, "/hotel.Desk/Note", req, reply)
}

// set is a set of rooms.
type set map[int]struct{}

func (s set) text() (out []byte) {
	rooms := make([]int, 0, len(s))
	for room := range s {
		rooms = append(rooms, room)
	}
	sort.Slice(rooms, func(i, j int) bool { return rooms[i] < rooms[j] })
	for _, room := range rooms {
		out = append(out, byte(room>>8), byte(room))
	}
	return out
}

type block struct {
	Rooms          set
	IdempotencyKey string
}

func withhold(rooms set, send func(block) error) error {
	return send(block{
		Rooms:          rooms,
		IdempotencyKey: digest.Of(rooms.text()),
	})
}
