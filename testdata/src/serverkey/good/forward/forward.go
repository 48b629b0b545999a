// Package forward passes the key on, or passes on that there is none.
package forward

import (
	"errors"
	"io"
	"net/http"

	"github.com/hibiken/asynq"
	"go.temporal.io/sdk/client"
)

type shop struct {
	hc    *http.Client
	bank  string
	queue *asynq.Client
	flows client.Client
}

// pay leaves it to the bank to refuse a payment without a key.
func (s *shop) pay(w http.ResponseWriter, r *http.Request) {
	req, err := http.NewRequestWithContext(r.Context(), http.MethodPost, s.bank+"/payments", r.Body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	if k := r.Header.Get("Idempotency-Key"); k != "" {
		req.Header.Set("Idempotency-Key", k)
	}
	resp, err := s.hc.Do(req)
	if err != nil {
		http.Error(w, "the bank does not answer", http.StatusBadGateway)
		return
	}
	defer resp.Body.Close()
	w.WriteHeader(resp.StatusCode)
	_, _ = io.Copy(w, resp.Body)
}

// wrap has an id for the task only when the caller had one for the request.
func (s *shop) wrap(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	var options []asynq.Option
	if id := r.Header.Get("Idempotency-Key"); id != "" {
		options = append(options, asynq.TaskID(id))
	}
	_, err = s.queue.EnqueueContext(r.Context(), asynq.NewTask("gift:wrap", body), options...)
	if err != nil && !errors.Is(err, asynq.ErrTaskIDConflict) {
		http.Error(w, "try again", http.StatusServiceUnavailable)
		return
	}
	w.WriteHeader(http.StatusAccepted)
}

// deliver falls back to the parcel, of which there is one.
func (s *shop) deliver(w http.ResponseWriter, r *http.Request) {
	options := client.StartWorkflowOptions{TaskQueue: "deliveries", ID: r.Header.Get("Idempotency-Key")}
	if options.ID == "" {
		options.ID = "delivery-" + r.PathValue("parcel")
	}
	if _, err := s.flows.ExecuteWorkflow(r.Context(), options, "Deliver", r.PathValue("parcel")); err != nil {
		http.Error(w, "try again", http.StatusServiceUnavailable)
	}
}
