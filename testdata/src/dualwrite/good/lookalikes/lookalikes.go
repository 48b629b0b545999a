// Package lookalikes has a store and a broker in one function, and only one of them is written to, or both can be written to again.
package lookalikes

import (
	"context"
	"database/sql"
	"net/http"

	"github.com/ThreeDotsLabs/watermill/message"
)

// garden has beds.
type garden struct {
	db  *sql.DB
	pub message.Publisher
}

// report reads and publishes.
func (g *garden) report(ctx context.Context, number string) error {
	var text string
	if err := g.db.QueryRowContext(ctx, `SELECT body FROM bed_reports WHERE number = $1`, number).Scan(&text); err != nil {
		return err
	}
	return g.pub.Publish("beds.report", message.NewMessage("report/"+number, []byte(text)))
}

// dig sets a state and publishes. Whoever is told that it did not work says the same again, and both steps are done again.
func (g *garden) dig(w http.ResponseWriter, r *http.Request) {
	task := r.PathValue("task")
	if _, err := g.db.ExecContext(r.Context(), `UPDATE tasks SET state = 'dug' WHERE id = $1`, task); err != nil {
		http.Error(w, "say it again", http.StatusInternalServerError)
		return
	}
	if err := g.pub.Publish("beds.dug", message.NewMessage("dug/"+task, []byte(task))); err != nil {
		http.Error(w, "say it again", http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

func (g *garden) routes(mux *http.ServeMux) { mux.HandleFunc("PUT /tasks/{task}/dug", g.dig) }

// water stores where there is no rain, and publishes where there is some.
func (g *garden) water(ctx context.Context, day string, rain bool) error {
	if rain {
		return g.pub.Publish("beds.rain", message.NewMessage("rain/"+day, []byte(day)))
	}
	_, err := g.db.ExecContext(ctx, `INSERT INTO waterings (day) VALUES ($1)`, day)
	return err
}
