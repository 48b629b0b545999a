// Package few takes keys where money moves, and nowhere else: those routes are the exception.
package few

import (
	"context"
	"database/sql"
	"net/http"
)

type keyOf struct{}

func money(next http.HandlerFunc) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		key := r.Header.Get("Idempotency-Key")
		if key == "" {
			http.Error(w, "a key, please", http.StatusBadRequest)
			return
		}
		next(w, r.WithContext(context.WithValue(r.Context(), keyOf{}, key)))
	})
}

type kiosk struct{ db *sql.DB }

func (k *kiosk) routes(mux *http.ServeMux) {
	mux.Handle("POST /kiosks/{kiosk}/sales", money(k.sell))
	mux.Handle("POST /kiosks/{kiosk}/refunds", money(k.refund))
	mux.HandleFunc("POST /kiosks/{kiosk}/remarks", k.remark)
	mux.HandleFunc("POST /kiosks/{kiosk}/shelves", k.shelf)
	mux.HandleFunc("POST /kiosks/{kiosk}/posters", k.poster)
}

func (k *kiosk) sell(w http.ResponseWriter, r *http.Request) {
	k.once(w, r, `INSERT INTO kiosk_sales (kiosk, request, text) VALUES ($1, $2, $3) ON CONFLICT (kiosk, request) DO NOTHING`)
}

func (k *kiosk) refund(w http.ResponseWriter, r *http.Request) {
	k.once(w, r, `INSERT INTO kiosk_refunds (kiosk, request, text) VALUES ($1, $2, $3) ON CONFLICT (kiosk, request) DO NOTHING`)
}

func (k *kiosk) once(w http.ResponseWriter, r *http.Request, insert string) {
	key, _ := r.Context().Value(keyOf{}).(string)
	_, err := k.db.ExecContext(r.Context(), insert, r.PathValue("kiosk"), key, r.FormValue("text"))
	answer(w, err)
}

func (k *kiosk) remark(w http.ResponseWriter, r *http.Request) {
	_, err := k.db.ExecContext(r.Context(), `INSERT INTO kiosk_remarks (kiosk, text) VALUES ($1, $2)`, r.PathValue("kiosk"), r.FormValue("text"))
	answer(w, err)
}

func (k *kiosk) shelf(w http.ResponseWriter, r *http.Request) {
	_, err := k.db.ExecContext(r.Context(), `INSERT INTO kiosk_shelves (kiosk, text) VALUES ($1, $2)`, r.PathValue("kiosk"), r.FormValue("text"))
	answer(w, err)
}

func (k *kiosk) poster(w http.ResponseWriter, r *http.Request) {
	_, err := k.db.ExecContext(r.Context(), `INSERT INTO kiosk_posters (kiosk, text) VALUES ($1, $2)`, r.PathValue("kiosk"), r.FormValue("text"))
	answer(w, err)
}

func answer(w http.ResponseWriter, err error) {
	if err != nil {
		http.Error(w, "not now", http.StatusServiceUnavailable)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}
