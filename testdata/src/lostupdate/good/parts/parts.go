// Package parts reads records and writes things that were made of them: nothing is added to what was read.
package parts

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"gorm.io/gorm"
)

// Stall is a place at a market.
type Stall struct {
	ID     string `gorm:"primaryKey"`
	Keeper string
	Wares  []string `gorm:"serializer:json"`
	Days   int
	Rent   float64
}

// TableName names the table.
func (Stall) TableName() string { return "stalls" }

// market lets stalls.
type market struct {
	db    *gorm.DB
	carts *mongo.Collection
}

// cart is what is still to be brought to a stall.
type cart struct {
	ID    string   `bson:"_id"`
	Boxes []string `bson:"boxes"`
}

func brought(context.Context, string) bool { return true }

// unload takes boxes out of the list in the database: those that it has read and that were brought.
func (m *market) unload(w http.ResponseWriter, r *http.Request) {
	var c cart
	if err := m.carts.FindOne(r.Context(), bson.M{"_id": r.PathValue("cart")}).Decode(&c); err != nil {
		http.Error(w, "no such cart", http.StatusNotFound)
		return
	}
	var done []string
	for _, box := range c.Boxes {
		if brought(r.Context(), box) {
			done = append(done, box)
		}
	}
	if _, err := m.carts.UpdateOne(r.Context(), bson.M{"_id": c.ID}, bson.M{"$pullAll": bson.M{"boxes": done}}); err != nil {
		http.Error(w, "try again", http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

func (m *market) stall(ctx context.Context, id string) (Stall, error) {
	var s Stall
	err := m.db.WithContext(ctx).First(&s, "id = ?", id).Error
	return s, err
}

// let writes a rent that comes from the days of the stall, and from nothing else in it.
func (m *market) let(w http.ResponseWriter, r *http.Request) {
	s, err := m.stall(r.Context(), r.PathValue("stall"))
	if err != nil {
		http.Error(w, "no such stall", http.StatusNotFound)
		return
	}
	if err := m.db.WithContext(r.Context()).Model(&Stall{ID: s.ID}).Update("rent", float64(s.Days)*12.5).Error; err != nil {
		http.Error(w, "try again", http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// hand gives the stall to the keeper whose name is in the form, trimmed.
func (m *market) hand(w http.ResponseWriter, r *http.Request) {
	s, err := m.stall(r.Context(), r.PathValue("stall"))
	if err != nil {
		http.Error(w, "no such stall", http.StatusNotFound)
		return
	}
	keeper := strings.TrimSpace(r.FormValue("keeper"))
	if keeper == s.Keeper {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	if err := m.db.WithContext(r.Context()).Model(&Stall{ID: s.ID}).Update("keeper", keeper).Error; err != nil {
		http.Error(w, "try again", http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// wares writes the list that was sent.
func (m *market) wares(w http.ResponseWriter, r *http.Request) {
	s, err := m.stall(r.Context(), r.PathValue("stall"))
	if err != nil {
		http.Error(w, "no such stall", http.StatusNotFound)
		return
	}
	var list []string
	if err := json.NewDecoder(r.Body).Decode(&list); err != nil {
		http.Error(w, "not understood", http.StatusBadRequest)
		return
	}
	if err := m.db.WithContext(r.Context()).Model(&s).Updates(map[string]any{"wares": list}).Error; err != nil {
		http.Error(w, "try again", http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

func (m *market) routes(mux *http.ServeMux) {
	mux.HandleFunc("POST /carts/{cart}/unload", m.unload)
	mux.HandleFunc("POST /stalls/{stall}/let", m.let)
	mux.HandleFunc("PUT /stalls/{stall}/keeper", m.hand)
	mux.HandleFunc("PUT /stalls/{stall}/wares", m.wares)
}
