package sqlshape

import (
	"slices"
	"testing"
	"time"
)

func TestFromNow(t *testing.T) {
	for cond, want := range map[string]time.Duration{
		"a > now() - interval '10 seconds'":                         -10 * time.Second,
		"a > NOW() - INTERVAL 5 MINUTE":                             -5 * time.Minute,
		"a > DATE_SUB(NOW(), INTERVAL 2 HOUR)":                      -2 * time.Hour,
		"a > current_timestamp - '3 days'::interval":                -72 * time.Hour,
		"a > datetime('now', '-30 seconds')":                        -30 * time.Second,
		"a > DATEADD(second, -7, GETDATE())":                        -7 * time.Second,
		"a < now() + interval '1 week'":                             7 * 24 * time.Hour,
		"a > TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 9 SECOND)": -9 * time.Second,
	} {
		preds := Parse("SELECT 1 FROM t WHERE " + cond)[0].Where
		if len(preds) != 1 {
			t.Fatalf("%s: %v", cond, preds)
		}
		if got, ok := FromNow(preds[0].Value); !ok || got != want {
			t.Errorf("%s (%s): %v %v, want %v", cond, preds[0].Value.Text, got, ok, want)
		}
	}
	for _, cond := range []string{"a > now()", "a > $1", "a > now() - ($1 * interval '1 second')", "a > b - interval '1 second'"} {
		if got, ok := FromNow(Parse("SELECT 1 FROM t WHERE " + cond)[0].Where[0].Value); ok {
			t.Errorf("%s: %v", cond, got)
		}
	}
}

func TestNearRows(t *testing.T) {
	for text, want := range map[string]Near{
		"DELETE FROM a x USING a y WHERE x.p = y.p AND x.q = y.q AND x.at > y.at AND x.at - y.at < interval '1 minute'":                         {"at", time.Minute, []string{"p", "q"}},
		"DELETE x FROM a x JOIN a y ON x.p = y.p WHERE TIMESTAMPDIFF(SECOND, y.at, x.at) < 30":                                                  {"at", 30 * time.Second, []string{"p"}},
		"update a set s = 1 from (select id, at - lag(at) over (partition by p, q order by at) as d from a) g where g.d < interval '2 minutes'": {"at", 2 * time.Minute, []string{"p", "q"}},
	} {
		got, ok := NearRows(text)
		if !ok || got.Column != want.Column || got.Within != want.Within || !slices.Equal(got.Columns, want.Columns) {
			t.Errorf("%s: %+v %v", text, got, ok)
		}
	}
	if got, ok := NearRows("DELETE FROM a x USING a y WHERE x.number = y.number AND x.at > y.at"); ok {
		t.Errorf("a comparison of order alone: %+v", got)
	}
}
