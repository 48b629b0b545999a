// Package bad finds what belongs to a key by the key alone.
package bad

import (
	"database/sql"
	"encoding/json"
	"errors"
	"net/http"

	"github.com/gin-gonic/gin"
	"github.com/redis/go-redis/v9"
)

var errOtherRequest = errors.New("the key was used for another request")

// answer is what was said under a key.
type answer struct {
	Fingerprint string          `json:"fingerprint"`
	Body        json.RawMessage `json:"body"`
}

type answers struct{ rdb *redis.Client }

// find looks into Redis under a constant and the key.
func (a *answers) find(c *gin.Context, fingerprint string) (*answer, error) {
	raw, err := a.rdb.Get(c, "answer:"+c.GetHeader("Idempotency-Key")).Bytes() // want "IDV107: "
	if errors.Is(err, redis.Nil) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	found := new(answer)
	if err := json.Unmarshal(raw, found); err != nil {
		return nil, err
	}
	if found.Fingerprint != fingerprint {
		return nil, errOtherRequest
	}
	return found, nil
}

type rides struct{ db *sql.DB }

// booked asks for the ride of a key.
func (s *rides) booked(r *http.Request, from, to string) (ride string, err error) {
	var wasFrom, wasTo string
	row := s.db.QueryRowContext(r.Context(), `SELECT number, origin, target FROM rides WHERE idempotency_key = ?`, r.Header.Get("Idempotency-Key")) // want "IDV107: "
	err = row.Scan(&ride, &wasFrom, &wasTo)
	if err == nil && (wasFrom != from || wasTo != to) {
		return "", errOtherRequest
	}
	return ride, err
}
