// Package lookalikes reads before it writes, and what it writes does not come from what it read, or is not read by anybody else.
package lookalikes

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"github.com/redis/go-redis/v9"
	"gorm.io/gorm"
)

// Hut is a place to sleep in the mountains.
type Hut struct {
	ID   string `gorm:"primaryKey"`
	Name string
	Beds int
}

// TableName names the table.
func (Hut) TableName() string { return "huts" }

type huts struct {
	db  *gorm.DB
	raw *sql.DB
	rdb *redis.Client
}

// rename looks whether the hut is there, and writes what the keeper typed: the last keeper wins, as keepers expect.
func (h *huts) rename(w http.ResponseWriter, r *http.Request) {
	var hut Hut
	if err := h.db.WithContext(r.Context()).First(&hut, "id = ?", r.PathValue("hut")).Error; err != nil {
		http.Error(w, "no such hut", http.StatusNotFound)
		return
	}
	if err := h.db.WithContext(r.Context()).Model(&hut).Updates(map[string]any{"name": r.FormValue("name")}).Error; err != nil {
		http.Error(w, "try again", http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// replace is a PUT with the whole hut in it. Nothing was loaded.
func (h *huts) replace(w http.ResponseWriter, r *http.Request) {
	var hut Hut
	if err := json.NewDecoder(r.Body).Decode(&hut); err != nil {
		http.Error(w, "not understood", http.StatusBadRequest)
		return
	}
	hut.ID = r.PathValue("hut")
	if err := h.db.WithContext(r.Context()).Save(&hut).Error; err != nil {
		http.Error(w, "try again", http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// weather is a cache: what is set was loaded from elsewhere.
func (h *huts) weather(ctx context.Context, hut string) (string, error) {
	text, err := h.rdb.Get(ctx, "weather:"+hut).Result()
	if !errors.Is(err, redis.Nil) {
		return text, err
	}
	if err := h.raw.QueryRowContext(ctx, `SELECT forecast FROM forecasts WHERE hut = $1`, hut).Scan(&text); err != nil {
		return "", err
	}
	return text, h.rdb.Set(ctx, "weather:"+hut, text, time.Hour).Err()
}

// seen writes the time of the visit, whatever the time before was. It is read only to greet.
func (h *huts) seen(w http.ResponseWriter, r *http.Request) {
	var last time.Time
	if err := h.raw.QueryRowContext(r.Context(), `SELECT seen_at FROM guests WHERE id = $1`, r.PathValue("guest")).Scan(&last); err != nil {
		http.Error(w, "we do not know you", http.StatusNotFound)
		return
	}
	if _, err := h.raw.ExecContext(r.Context(), `UPDATE guests SET seen_at = now() WHERE id = $1`, r.PathValue("guest")); err != nil {
		http.Error(w, "try again", http.StatusInternalServerError)
		return
	}
	_, _ = w.Write([]byte("You were last here on " + last.Format(time.DateOnly)))
}

// statistics are computed from one table and written to another, from where only people read.
func (h *huts) statistics(ctx context.Context, day string) error {
	var nights int
	if err := h.raw.QueryRowContext(ctx, `SELECT count(*) FROM nights WHERE day = $1`, day).Scan(&nights); err != nil {
		return err
	}
	_, err := h.raw.ExecContext(ctx, `INSERT INTO night_counts (day, nights) VALUES ($1, $2) ON CONFLICT (day) DO UPDATE SET nights = EXCLUDED.nights`, day, nights)
	return err
}

func (h *huts) routes(mux *http.ServeMux) {
	mux.HandleFunc("PUT /huts/{hut}/name", h.rename)
	mux.HandleFunc("PUT /huts/{hut}", h.replace)
	mux.HandleFunc("POST /guests/{guest}/visits", h.seen)
}
