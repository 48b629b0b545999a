package incoming

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strings"
	"time"

	"github.com/google/uuid"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
)

// workshop takes repair orders for bicycles and orders the parts from a supplier.
type workshop struct {
	supplier string
	client   *http.Client
}

// derived makes the key of a step from the key of the whole.
func derived(key, step string) string {
	sum := sha256.Sum256([]byte(step + "\n" + key))
	return hex.EncodeToString(sum[:16])
}

func (s *workshop) repair(w http.ResponseWriter, r *http.Request) {
	key := r.Header.Get("Idempotency-Key")
	if key == "" {
		http.Error(w, "an Idempotency-Key is required", http.StatusBadRequest)
		return
	}
	req, err := http.NewRequestWithContext(r.Context(), http.MethodPost, s.supplier+"/orders", strings.NewReader(`{"part":"chain"}`))
	if err != nil {
		http.Error(w, "no such supplier", http.StatusInternalServerError)
		return
	}
	req.Header.Set("Idempotency-Key", derived(key, "chain"))
	req.Header.Set("X-Request-Id", uuid.NewString())
	req.Header.Set("Date", time.Now().UTC().Format(http.TimeFormat))
	resp, err := s.client.Do(req)
	if err != nil {
		http.Error(w, "order "+key+": the supplier does not answer", http.StatusBadGateway)
		return
	}
	defer resp.Body.Close()
	w.WriteHeader(resp.StatusCode)
}

// rent has no key to derive one from: nobody says that two of its requests are one, and each gets its own.
func (s *workshop) rent(w http.ResponseWriter, r *http.Request) {
	req, err := http.NewRequestWithContext(r.Context(), http.MethodPost, s.supplier+"/rentals", strings.NewReader(`{"bike":"city"}`))
	if err != nil {
		http.Error(w, "no such supplier", http.StatusInternalServerError)
		return
	}
	req.Header.Set("Idempotency-Key", uuid.NewString())
	resp, err := s.client.Do(req)
	if err != nil {
		http.Error(w, "the supplier does not answer", http.StatusBadGateway)
		return
	}
	defer resp.Body.Close()
	w.WriteHeader(resp.StatusCode)
}

// parts is a gRPC client of the supplier; its token is optional.
type parts interface {
	Order(ctx context.Context, part string) error
}

// inspection reads the key from the metadata of a call, and sends it on.
type inspection struct{ parts parts }

func (i *inspection) Inspect(ctx context.Context, part string) error {
	md, ok := metadata.FromIncomingContext(ctx)
	if !ok || len(md.Get("idempotency-key")) == 0 {
		return status.Error(codes.InvalidArgument, "an idempotency key is required")
	}
	ctx = metadata.AppendToOutgoingContext(ctx,
		"x-trace-id", uuid.NewString(),
		"idempotency-key", md.Get("idempotency-key")[0]+":order",
	)
	return i.parts.Order(ctx, part)
}
