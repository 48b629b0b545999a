// Package answers accepts a request when it is written down, or in a queue that survives the process.
package answers

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"log"
	"net/http"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/gin-gonic/gin"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
)

type repair struct {
	ID   string `json:"-"`
	Bike string `json:"bike"`
}

// workshop takes repairs over HTTP.
type workshop struct {
	db     *pgxpool.Pool
	sqs    *sqs.Client
	queue  string
	secret []byte
	wake   chan struct{}
}

// order stores the repair. The channel only wakes the worker, which reads the table.
func (s *workshop) order(w http.ResponseWriter, r *http.Request) {
	req := repair{ID: uuid.NewString()}
	if err := json.NewDecoder(r.Body).Decode(&req); err != nil {
		http.Error(w, "body", http.StatusBadRequest)
		return
	}
	if _, err := s.db.Exec(r.Context(), `INSERT INTO repairs (id, bike) VALUES ($1, $2)`, req.ID, req.Bike); err != nil {
		http.Error(w, "repair", http.StatusInternalServerError)
		return
	}
	select {
	case s.wake <- struct{}{}:
	default:
	}
	w.WriteHeader(http.StatusAccepted)
}

// express puts the repair into a queue that a worker reads.
func (s *workshop) express(c *gin.Context) {
	var req repair
	if err := c.ShouldBindJSON(&req); err != nil {
		c.Status(http.StatusBadRequest)
		return
	}
	if _, err := s.sqs.SendMessage(c, &sqs.SendMessageInput{QueueUrl: &s.queue, MessageBody: aws.String(req.Bike)}); err != nil {
		c.Status(http.StatusBadGateway)
		return
	}
	c.Status(http.StatusAccepted)
}

// paid answers with 200 when the bill is paid in the table.
func (s *workshop) paid(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, "body", http.StatusBadRequest)
		return
	}
	mac := hmac.New(sha256.New, s.secret)
	mac.Write(body)
	if !hmac.Equal([]byte(hex.EncodeToString(mac.Sum(nil))), []byte(r.Header.Get("X-Signature"))) {
		http.Error(w, "signature", http.StatusUnauthorized)
		return
	}
	if _, err := s.db.Exec(r.Context(), `UPDATE bills SET state = 'paid' WHERE id = $1 AND state = 'open'`, r.Header.Get("X-Bill")); err != nil {
		http.Error(w, "bill", http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusOK)
}

// ping of a provider asks whether the endpoint is there. There is nothing to store.
func (s *workshop) ping(w http.ResponseWriter, r *http.Request) {
	w.WriteHeader(http.StatusAccepted)
	log.Printf("ping from %s", r.RemoteAddr)
}

func (s *workshop) routes(mux *http.ServeMux, fast *gin.Engine) {
	mux.HandleFunc("POST /repairs", s.order)
	mux.HandleFunc("POST /webhooks/paid", s.paid)
	mux.HandleFunc("POST /ping", s.ping)
	fast.POST("/express", s.express)
}
