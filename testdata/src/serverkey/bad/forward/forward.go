// Package forward passes the key on: to another service, a queue.
package forward

import (
	"errors"
	"io"
	"net/http"

	"github.com/google/uuid"
	"github.com/hibiken/asynq"
)

type shop struct {
	hc    *http.Client
	bank  string
	queue *asynq.Client
}

// pay sends the key to the bank.
func (s *shop) pay(w http.ResponseWriter, r *http.Request) {
	req, err := http.NewRequestWithContext(r.Context(), http.MethodPost, s.bank+"/payments", r.Body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	key := func() string {
		if k := r.Header.Get("Idempotency-Key"); k != "" {
			return k
		}
		return uuid.NewString() // want "IDV103: Idempotency-Key"
	}
	req.Header.Set("Idempotency-Key", key())
	resp, err := s.hc.Do(req)
	if err != nil {
		http.Error(w, "the bank does not answer", http.StatusBadGateway)
		return
	}
	defer resp.Body.Close()
	w.WriteHeader(resp.StatusCode)
	_, _ = io.Copy(w, resp.Body)
}

// wrap makes a task of the request, which the queue takes once for each id.
func (s *shop) wrap(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	id := r.Header.Get("Idempotency-Key")
	if id == "" {
		id = uuid.Must(uuid.NewV7()).String() // want "IDV103: Idempotency-Key"
	}
	_, err = s.queue.EnqueueContext(r.Context(), asynq.NewTask("gift:wrap", body), asynq.TaskID(id))
	if err != nil && !errors.Is(err, asynq.ErrTaskIDConflict) {
		http.Error(w, "try again", http.StatusServiceUnavailable)
		return
	}
	w.WriteHeader(http.StatusAccepted)
}
