// Package innocent has clocks, hosts and counters near a key, or an identifier made of nothing else.
package innocent

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/messaging/azservicebus"
	"github.com/google/uuid"
	"github.com/nats-io/nats.go/jetstream"
)

type parcels interface {
	Book(ctx context.Context, address, idempotencyKey string) (string, error)
}

// once makes one key for one call: nothing here repeats it.
func once(ctx context.Context, p parcels, address string) (string, error) {
	return p.Book(ctx, address, uuid.NewString())
}

// prefixed: a constant word in front does not make the key a composed one.
func prefixed(ctx context.Context, p parcels, address string) (string, error) {
	return p.Book(ctx, address, "parcel-"+uuid.NewString())
}

// heartbeat has no input to recognise: each beat is a message of its own.
func heartbeat(ctx context.Context, js jetstream.JetStream) error {
	id := strconv.FormatInt(time.Now().UnixNano(), 10)
	_, err := js.Publish(ctx, "heartbeats", nil, jetstream.WithMsgID(id))
	return err
}

// notice is a message that nobody has to recognise again.
func notice(ctx context.Context, s *azservicebus.Sender, text string) error {
	id := uuid.NewString()
	return s.SendMessage(ctx, &azservicebus.Message{MessageID: &id, Body: []byte(text)}, nil)
}

// label writes a file whose name has the time, the process and a counter in it.
func label(dir, parcel string, page int, pdf []byte) error {
	name := fmt.Sprintf("%s-%d-%d-%d.pdf", parcel, os.Getpid(), page, time.Now().UnixMilli())
	return os.WriteFile(filepath.Join(dir, name), pdf, 0o600)
}

// signed has a clock in its signature and a counter in a header for the logs.
func signed(hc *http.Client, req *http.Request, parcel string, attempt int, secret []byte) error {
	at := strconv.FormatInt(time.Now().Unix(), 10)
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte(parcel + "." + at))
	req.Header.Set("X-Signature", at+"."+hex.EncodeToString(mac.Sum(nil)))
	req.Header.Set("X-Attempt", strconv.Itoa(attempt))
	req.Header.Set("X-Correlation-Id", parcel+"-"+uuid.NewString())
	req.Header.Set("Idempotency-Key", "book-"+parcel)
	resp, err := hc.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// agent tells the host who asks.
func agent(hc *http.Client, req *http.Request, parcel string) error {
	host, err := os.Hostname()
	if err != nil {
		return err
	}
	req.Header.Set("User-Agent", "parcels/2 ("+host+")")
	req.Header.Set("Idempotency-Key", parcel)
	resp, err := hc.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// pages books the pages of a manifest: the page is a part of what is booked.
func pages(ctx context.Context, p parcels, manifest string, addresses []string) error {
	for i, a := range addresses {
		if _, err := p.Book(ctx, a, manifest+"#"+strconv.Itoa(i)); err != nil {
			return err
		}
	}
	return nil
}

// sharded: the number of the shard is computed from the parcel.
func sharded(ctx context.Context, p parcels, parcel, address string) (string, error) {
	sum := sha256.Sum256([]byte(parcel))
	return p.Book(ctx, address, strings.Join([]string{parcel, strconv.Itoa(int(sum[0]) % 16)}, "~"))
}

// deadline is a clock that ends the call; the key does not know it.
func deadline(ctx context.Context, p parcels, parcel, address string) (string, error) {
	ctx, cancel := context.WithDeadline(ctx, time.Now().Add(3*time.Second))
	defer cancel()
	return p.Book(ctx, address, parcel)
}
