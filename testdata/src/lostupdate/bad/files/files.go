// Package files keeps settings in a file that handlers read, change and write.
package files

import (
	"encoding/json"
	"net/http"
	"os"
)

type settings struct {
	Lamps map[string]int `json:"lamps"`
}

// house is one server; its handlers run side by side.
type house struct{ path string }

func (h *house) load() (s settings, err error) {
	raw, err := os.ReadFile(h.path)
	if err != nil {
		return s, err
	}
	err = json.Unmarshal(raw, &s)
	return s, err
}

func (h *house) save(s settings) error {
	raw, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return os.WriteFile(h.path, raw, 0o600) // want "IDV403: .*WriteFile"
}

func (h *house) brighter(w http.ResponseWriter, r *http.Request) {
	s, err := h.load()
	if err != nil {
		http.Error(w, "no settings", http.StatusInternalServerError)
		return
	}
	s.Lamps[r.PathValue("lamp")]++
	if err := h.save(s); err != nil {
		http.Error(w, "not saved", http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

func (h *house) routes(mux *http.ServeMux) { mux.HandleFunc("POST /lamps/{lamp}/brighter", h.brighter) }
