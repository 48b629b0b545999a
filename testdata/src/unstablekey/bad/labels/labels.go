// Package labels makes keys of maps, whose elements come in another order each time.
package labels

import (
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"slices"
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

// docs:begin unstablekey-bad

// keyOf names a booking by what was chosen.
func keyOf(room string, extras map[string]string) string {
	var b strings.Builder
	b.WriteString(room)
	for name, value := range extras {
		b.WriteString(";" + name + "=" + value)
	}
	return digest.Of([]byte(b.String()))
}

// Reserve books a room.
func Reserve(hc *http.Client, req *http.Request, room string, extras map[string]string) error {
	req.Header.Set("Idempotency-Key", keyOf(room, extras)) // want "IDV109: Idempotency-Key.*map"
	return send(hc, req)
}

// docs:end unstablekey-bad

func send(hc *http.Client, req *http.Request) error {
	resp, err := hc.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// collected keys are still in the order of the map.
func collected(ctx context.Context, c *ecs.Client, definition string, env map[string]string) error {
	names := slices.Collect(maps.Keys(env))
	_, err := c.RunTask(ctx, &ecs.RunTaskInput{
		TaskDefinition: &definition,
		ClientToken:    aws.String(digest.Of([]byte(definition + strings.Join(names, ",")))), // want "IDV109: ClientToken.*map"
	})
	return err
}

// listed by a helper of a library.
func listed(ctx context.Context, js jetstream.JetStream, guest string, wishes map[string]bool) error {
	id := guest + ":" + strings.Join(lo.Keys(wishes), "+")
	_, err := js.Publish(ctx, "wishes", []byte(guest), jetstream.WithMsgID(id)) // want "IDV109"
	return err
}

type pair struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// marshalled: JSON sorts the keys of a map, but not the elements of a slice that was filled from one.
func marshalled(c *resty.Client, extras map[string]string) error {
	pairs := make([]pair, 0, len(extras))
	for n, v := range extras {
		pairs = append(pairs, pair{n, v})
	}
	raw, err := json.Marshal(pairs)
	if err != nil {
		return err
	}
	_, err = c.R().SetHeader("X-Idempotency-Key", digest.Of(raw)).SetBody(extras).Post("/extras") // want "IDV109: X-Idempotency-Key"
	return err
}

// elsewhere: the loop over the map is in another package.
func elsewhere(ctx context.Context, conn grpc.ClientConnInterface, extras map[string]string, req, reply any) error {
	ctx = metadata.AppendToOutgoingContext(ctx, "idempotency-key", digest.Loose(extras)) // want "IDV109: idempotency-key"
	return conn.Invoke(ctx, "/hotel.Desk/Note", req, reply)
}

// set is a set of rooms.
type set map[int]struct{}

func (s set) text() (out []byte) {
	for room := range s {
		out = append(out, byte(room>>8), byte(room))
	}
	return out
}

type block struct {
	Rooms          set
	IdempotencyKey string
}

// withhold blocks some rooms: a method of the set writes them down.
func withhold(rooms set, send func(block) error) error {
	return send(block{
		Rooms:          rooms,
		IdempotencyKey: digest.Of(rooms.text()), // want "IDV109: IdempotencyKey"
	})
}
