package defaults

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

// Tests write their keys down.
func TestRefused(t *testing.T) {
	srv := httptest.NewServer(http.NotFoundHandler())
	defer srv.Close()
	req := httptest.NewRequest(http.MethodPost, "/", http.NoBody)
	req.Header.Set("Idempotency-Key", "test-key")
	if err := refused(srv.Client(), req, noKey); err == nil {
		t.Error("no error without a key")
	}
	f := &fakeLockers{opened: map[string]Params{}}
	if err := f.Open(t.Context(), Params{IdempotencyKey: "k1"}); err != nil || !f.knows("k1") {
		t.Errorf("not opened: %v", err)
	}
}
