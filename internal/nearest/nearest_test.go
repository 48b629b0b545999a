package nearest

import "testing"

func TestUnknown(t *testing.T) {
	formats := []string{"text", "concise", "json"}
	tests := []struct{ word, want string }{
		{"jsn", `unknown format "jsn"; did you mean "json"?`},
		{"JSON5", `unknown format "JSON5"; did you mean "json"?`},
		{"tezt", `unknown format "tezt"; did you mean "text"?`},
		{"sarif-v2", `unknown format "sarif-v2"; known: text, concise, json`},
		{"", `unknown format ""; known: text, concise, json`},
	}
	for _, tt := range tests {
		if got := Unknown("format", tt.word, formats).Error(); got != tt.want {
			t.Errorf("Unknown(%q) = %s, want %s", tt.word, got, tt.want)
		}
	}
}
