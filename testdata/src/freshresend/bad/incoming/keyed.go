package incoming

import (
	"context"
	"net/http"
	"strings"

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

// repair has the key of its caller. The supplier gets another one on every repeat of the same order.
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
	req.Header.Set("Idempotency-Key", uuid.NewString()) // want "IDV201: .*Idempotency-Key"
	resp, err := s.client.Do(req)
	if err != nil {
		http.Error(w, "order "+key+": the supplier does not answer", http.StatusBadGateway)
		return
	}
	defer resp.Body.Close()
	w.WriteHeader(resp.StatusCode)
}

// parts is a gRPC client of the supplier; its token is optional.
type parts interface {
	Order(ctx context.Context, part string) error
}

// inspection reads the key from the metadata of a call, and sends another key on.
type inspection struct{ parts parts }

func (i *inspection) Inspect(ctx context.Context, part string) error {
	md, ok := metadata.FromIncomingContext(ctx)
	if !ok || len(md.Get("idempotency-key")) == 0 {
		return status.Error(codes.InvalidArgument, "an idempotency key is required")
	}
	ctx = metadata.AppendToOutgoingContext(ctx,
		"workshop", "north",
		"idempotency-key", uuid.NewString(), // want "IDV201: .*idempotency-key"
	)
	return i.parts.Order(ctx, part)
}
