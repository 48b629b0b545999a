// Package named has days and times that are part of what a thing is, beside names that tell repeats.
package named

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"io"
	"net/http"
	"strconv"
	"time"

	"github.com/redis/go-redis/v9"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
)

// bonus gives each member one bonus for a day that the calendar names.
func bonus(ctx context.Context, db *sql.DB, member, day string) error {
	_, err := db.ExecContext(ctx, `INSERT INTO bonuses (member, day) VALUES ($1, $2) ON CONFLICT (member, day) DO NOTHING`, member, day)
	return err
}

// reading stores what a meter measured at a full hour. The meter says which.
func reading(ctx context.Context, readings *mongo.Collection, meter string, hour time.Time, watts int) error {
	_, err := readings.InsertOne(ctx, bson.M{"_id": meter + "/" + strconv.FormatInt(hour.Unix(), 10), "watts": watts})
	if mongo.IsDuplicateKeyError(err) {
		return nil
	}
	return err
}

var errForged = errors.New("forged or old")

// hooks takes a provider's events. The time is part of the signature, and old ones are refused; the event's id tells repeats.
type hooks struct {
	db     *sql.DB
	secret []byte
}

func (h *hooks) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	if err := h.verify(r.Header.Get("Webhook-Timestamp"), r.Header.Get("Webhook-Signature"), body); err != nil {
		http.Error(w, err.Error(), http.StatusUnauthorized)
		return
	}
	_, err = h.db.ExecContext(r.Context(), `INSERT INTO hook_events (id, body) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING`, r.Header.Get("Webhook-Id"), body)
	if err != nil {
		http.Error(w, "again, please", http.StatusServiceUnavailable)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

func (h *hooks) verify(stamp, signature string, body []byte) error {
	sent, err := strconv.ParseInt(stamp, 10, 64)
	if err != nil || time.Since(time.Unix(sent, 0)).Abs() > 5*time.Minute {
		return errForged
	}
	mac := hmac.New(sha256.New, h.secret)
	_, _ = io.WriteString(mac, stamp+".")
	mac.Write(body)
	given, err := hex.DecodeString(signature)
	if err != nil || !hmac.Equal(given, mac.Sum(nil)) {
		return errForged
	}
	return nil
}

var chipOnce = redis.NewScript(`
if redis.call("SET", KEYS[1], 1, "NX", "EX", ARGV[2]) then
	redis.call("INCRBY", KEYS[2], ARGV[1])
	return 1
end
return 0`)

// chips adds chips under the number of the sale. That the number is forgotten after a week is another matter.
func chips(ctx context.Context, rdb *redis.Client, guest, sale string, n int) error {
	return chipOnce.Run(ctx, rdb, []string{"{" + guest + "}:" + sale, "{" + guest + "}"}, n, 7*24*60*60).Err()
}

// overdue lists requests that nobody has answered for a while. Each still has its number.
func overdue(ctx context.Context, db *sql.DB) ([]string, error) {
	rows, err := db.QueryContext(ctx, `SELECT number FROM lab_requests WHERE state = 'sent' AND sent_at < now() - interval '5 minutes' ORDER BY sent_at LIMIT 100`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var numbers []string
	for rows.Next() {
		var n string
		if err := rows.Scan(&n); err != nil {
			return nil, err
		}
		numbers = append(numbers, n)
	}
	return numbers, rows.Err()
}
