// Package limits holds mistakes that the rule is not expected to see.
package limits

import (
	"context"
	"encoding/json"
	"net/http"
	"reflect"
)

// boxes is implemented in another package, perhaps with a version inside of the value.
type boxes interface {
	Load(ctx context.Context, id string) ([]byte, error)
	Store(ctx context.Context, id string, value []byte) error
}

// Nothing here says whether Store compares.
func behindInterface(b boxes) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		raw, err := b.Load(r.Context(), r.PathValue("box"))
		if err != nil {
			http.Error(w, "no such box", http.StatusNotFound)
			return
		}
		if err := b.Store(r.Context(), r.PathValue("box"), append(raw, "pencil "...)); err != nil { // miss: IDV403 what the methods do is in a package that does not meet this one
			http.Error(w, "look into the box", http.StatusInternalServerError)
		}
	}
}

// The browser loads the record and sends it back an hour later. The load is in another request, and no version is in the form.
type card struct{ Name, Street, Town string }

func form(save func(context.Context, string, card) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var c card
		if err := json.NewDecoder(r.Body).Decode(&c); err != nil {
			http.Error(w, "not understood", http.StatusBadRequest)
			return
		}
		if err := save(r.Context(), r.PathValue("card"), c); err != nil { // miss: IDV403 the load is in another request
			http.Error(w, "try again", http.StatusInternalServerError)
		}
	}
}

// The field that is raised is chosen by its name while the program runs.
func raise(ctx context.Context, record any, field string, save func(context.Context, any) error) error {
	f := reflect.ValueOf(record).Elem().FieldByName(field)
	f.SetInt(f.Int() + 1)
	return save(ctx, record) // miss: IDV403 the field is chosen while the program runs
}
