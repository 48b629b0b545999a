package summary

import (
	"slices"
	"testing"
)

func TestDedupArgs(t *testing.T) {
	for _, c := range []struct {
		query string
		want  []int
	}{
		{"INSERT INTO inbox (queue, message_id) VALUES ($1, $2) ON CONFLICT DO NOTHING", []int{0, 1}},
		{"insert into arrivals (message_id, tag, body) values ($1, $2, $3) on conflict (message_id) do nothing", []int{0}},
		{"INSERT INTO t (id, created_at, idempotency_key) VALUES (?, now(), ?)", []int{1}},
		{"INSERT INTO t (id, note) VALUES ($1, $2)", nil},
		{"SELECT 1 FROM processed WHERE consumer = $2 AND event = $1", []int{1, 0}},
		{"SELECT number FROM rides WHERE passenger = ? AND idempotency_key = ?", []int{0, 1}},
		{"UPDATE lanes SET swimmers = swimmers + 1 WHERE name = $1", nil},
		{"INSERT IGNORE INTO handled (task) VALUES (?)", []int{0}},
		{"", nil},
		{"INSERT INTO broken (a, b VALUES (", nil},
	} {
		if got := dedupArgs(c.query); !slices.Equal(got, c.want) {
			t.Errorf("%s: arguments %v, want %v", c.query, got, c.want)
		}
	}
}

func TestPendingRows(t *testing.T) {
	for cond, want := range map[string]bool{
		"not sent": true, "sent_at is null": true, "published = false": true, "status = 'pending'": true, "state in ('failed', 'new')": true,
		"id = 1": false, "status = 'done'": false, "sent_at > now()": false, "name = 'pending'": false,
	} {
		if got := pendingRows().MatchString(cond); got != want {
			t.Errorf("%q asks for rows that are not done: %t, want %t", cond, got, want)
		}
	}
}

func TestFormatVerbs(t *testing.T) {
	for text, want := range map[string]string{"%s-%d": "sd", "%+v %%x %08.3f": "vf", "%[1]s": "", "%*d": "", "100%": "", "": ""} {
		if got := string(formatVerbs(text)); got != want {
			t.Errorf("verbs of %q: %q, want %q", text, got, want)
		}
	}
}
