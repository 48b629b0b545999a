// Package answers says that a request is accepted while it exists in memory only.
package answers

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"log"
	"net/http"

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
	db      *pgxpool.Pool
	secret  []byte
	repairs chan repair
}

func (s *workshop) write(ctx context.Context, r repair) error {
	_, err := s.db.Exec(ctx, `INSERT INTO repairs (id, bike) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING`, r.ID, r.Bike)
	return err
}

// drain empties the channel. Whatever is in it when the process ends is lost.
func (s *workshop) drain(ctx context.Context) {
	for r := range s.repairs {
		if err := s.write(ctx, r); err != nil {
			log.Printf("repair of %s: %v", r.Bike, err)
		}
	}
}

func (s *workshop) order(w http.ResponseWriter, r *http.Request) {
	req := repair{ID: uuid.NewString()}
	if err := json.NewDecoder(r.Body).Decode(&req); err != nil {
		http.Error(w, "body", http.StatusBadRequest)
		return
	}
	select {
	case s.repairs <- req:
		w.WriteHeader(http.StatusAccepted) // want "IDV404: .*(202|Accepted|WriteHeader|repairs)"
	default:
		http.Error(w, "busy", http.StatusServiceUnavailable)
	}
}

// express is the same with gin and a goroutine for each request.
func (s *workshop) express(c *gin.Context) {
	req := repair{ID: uuid.NewString()}
	if err := c.ShouldBindJSON(&req); err != nil {
		c.Status(http.StatusBadRequest)
		return
	}
	go func() {
		if err := s.write(context.Background(), req); err != nil {
			log.Printf("repair of %s: %v", req.Bike, err)
		}
	}()
	c.JSON(http.StatusAccepted, gin.H{"id": req.ID}) // want "IDV404: .*(202|Accepted|JSON|repairs)"
}

// paid is called by a provider, which repeats the call until it is answered with 200.
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
	w.WriteHeader(http.StatusOK) // want "IDV404: .*(200|WriteHeader|bills)"
	if _, err := s.db.Exec(r.Context(), `UPDATE bills SET state = 'paid' WHERE id = $1 AND state = 'open'`, r.Header.Get("X-Bill")); err != nil {
		log.Printf("bill %s: %v", r.Header.Get("X-Bill"), err)
	}
}

func (s *workshop) routes(mux *http.ServeMux, fast *gin.Engine) {
	mux.HandleFunc("POST /repairs", s.order)
	mux.HandleFunc("POST /webhooks/paid", s.paid)
	fast.POST("/express", s.express)
}
