// Package others has routes without the middleware that their siblings have, and need none: they read, they set, they sign in, or they
// know a repeat by something else.
package others

import (
	"context"
	"crypto/rand"
	"io"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/redis/go-redis/v9"
	"github.com/stripe/stripe-go/v84/webhook"
)

type keyOf struct{}

func idempotency(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		key := r.Header.Get("Idempotency-Key")
		if key == "" {
			http.Error(w, "a key, please", http.StatusBadRequest)
			return
		}
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), keyOf{}, key)))
	})
}

type garage struct {
	pool   *pgxpool.Pool
	rdb    *redis.Client
	secret string
	check  func(ctx context.Context, name, password string) (user string, err error)
}

func (g *garage) routes() http.Handler {
	r := chi.NewRouter()
	r.Group(func(r chi.Router) {
		r.Use(idempotency)
		r.Post("/cars/{car}/services", g.service)
		r.Post("/cars/{car}/tyres", g.tyres)
	})
	r.Post("/sessions", g.signIn)
	r.Post("/search", g.search)
	r.Post("/webhooks/stripe", g.paid)
	r.Post("/cars/{car}/visits/{visit}", g.visit)
	r.Post("/services/{service}/cancel", g.cancel)
	r.Put("/cars/{car}", g.paint)
	return r
}

func (g *garage) service(w http.ResponseWriter, r *http.Request) {
	g.insert(w, r, `insert into car_services (car, request, what) values ($1, $2, $3) on conflict (car, request) do nothing`)
}

func (g *garage) tyres(w http.ResponseWriter, r *http.Request) {
	g.insert(w, r, `insert into car_tyres (car, request, what) values ($1, $2, $3) on conflict (car, request) do nothing`)
}

func (g *garage) insert(w http.ResponseWriter, r *http.Request, statement string) {
	key, _ := r.Context().Value(keyOf{}).(string)
	_, err := g.pool.Exec(r.Context(), statement, chi.URLParam(r, "car"), key, r.FormValue("what"))
	answer(w, err)
}

// signIn makes a session. Two sessions of one person are as good as one.
func (g *garage) signIn(w http.ResponseWriter, r *http.Request) {
	user, err := g.check(r.Context(), r.FormValue("name"), r.FormValue("password"))
	if err != nil {
		http.Error(w, "no", http.StatusUnauthorized)
		return
	}
	token := rand.Text()
	if err := g.rdb.Set(r.Context(), "session:"+token, user, time.Hour).Err(); err != nil {
		answer(w, err)
		return
	}
	http.SetCookie(w, &http.Cookie{Name: "session", Value: token, HttpOnly: true, Secure: true})
	w.WriteHeader(http.StatusNoContent)
}

// search has its question in the body.
func (g *garage) search(w http.ResponseWriter, r *http.Request) {
	var car string
	if err := g.pool.QueryRow(r.Context(), `select id from cars where plate = $1`, r.FormValue("plate")).Scan(&car); err != nil {
		http.Error(w, "no such car", http.StatusNotFound)
		return
	}
	_, _ = w.Write([]byte(car))
}

// paid knows repeats by the event's id: Stripe sends no key.
func (g *garage) paid(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<16))
	if err != nil {
		http.Error(w, "no body", http.StatusBadRequest)
		return
	}
	event, err := webhook.ConstructEvent(body, r.Header.Get("Stripe-Signature"), g.secret)
	if err != nil {
		http.Error(w, "forged", http.StatusBadRequest)
		return
	}
	_, err = g.pool.Exec(r.Context(), `insert into garage_events (id, kind) values ($1, $2) on conflict (id) do nothing`, event.ID, string(event.Type))
	answer(w, err)
}

// visit is named by the caller.
func (g *garage) visit(w http.ResponseWriter, r *http.Request) {
	_, err := g.pool.Exec(r.Context(), `insert into visits (car, visit, day) values ($1, $2, $3) on conflict (car, visit) do nothing`,
		chi.URLParam(r, "car"), chi.URLParam(r, "visit"), r.FormValue("day"))
	answer(w, err)
}

// cancel sets what it sets.
func (g *garage) cancel(w http.ResponseWriter, r *http.Request) {
	_, err := g.pool.Exec(r.Context(), `update car_services set cancelled = true where id = $1`, chi.URLParam(r, "service"))
	answer(w, err)
}

func (g *garage) paint(w http.ResponseWriter, r *http.Request) {
	_, err := g.pool.Exec(r.Context(), `insert into cars (id, colour) values ($1, $2) on conflict (id) do update set colour = excluded.colour`,
		chi.URLParam(r, "car"), r.FormValue("colour"))
	answer(w, err)
}

func answer(w http.ResponseWriter, err error) {
	if err != nil {
		http.Error(w, "not now", http.StatusServiceUnavailable)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}
