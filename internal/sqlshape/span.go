package sqlshape

import (
	"regexp"
	"strconv"
	"strings"
	"time"
)

// clock matches what a database's clock is called in normalised text.
const clock = `(?:now\(\)|current_timestamp(?:\(\d?\))?|localtimestamp|clock_timestamp\(\)|statement_timestamp\(\)|transaction_timestamp\(\)|sysdate(?:\(\))?|getdate\(\)|getutcdate\(\)|sysutcdatetime\(\)|utc_timestamp(?:\(\))?|\(\s*now\(\) at time zone '\w+'\s*\)|now\(\) at time zone '\w+')`

// length matches an interval: '10 seconds', interval '10 seconds', interval 10 second.
const length = `(?:interval )?'?([+-]?\d+(?:\.\d+)?)\s*'?\s*'?([a-z]+)'?(?:\s*::\s*interval)?`

var (
	shifted   = regexp.MustCompile(`^` + clock + ` ([+-]) ` + length + `$`)
	shiftedBy = regexp.MustCompile(`^(?:date|timestamp|datetime)_?(sub|add)\(\s*` + clock + `\s*,\s*` + length + `\s*\)$`)
	dateAdd   = regexp.MustCompile(`^dateadd\(\s*([a-z]+)\s*,\s*(-?\s*\d+)\s*,\s*` + clock + `\s*\)$`)
	lite      = regexp.MustCompile(`^datetime\(\s*'now'\s*,\s*'([+-]?\s*\d+)\s*([a-z]+)'\s*\)$`)
)

// FromNow is how far a value lies from the database's clock, the past being negative: now() - interval '10 seconds'.
func FromNow(v Value) (time.Duration, bool) {
	if v.Kind != ExprValue || len(v.Params) > 0 {
		return 0, false
	}
	text := strings.ToLower(v.Text)
	if m := shifted.FindStringSubmatch(text); m != nil {
		return signed(m[1], m[2], m[3])
	}
	if m := shiftedBy.FindStringSubmatch(text); m != nil {
		return signed(map[string]string{"sub": "-", "add": "+"}[m[1]], m[2], m[3])
	}
	if m := dateAdd.FindStringSubmatch(text); m != nil {
		return signed("+", strings.ReplaceAll(m[2], " ", ""), m[1])
	}
	if m := lite.FindStringSubmatch(text); m != nil {
		return signed("+", strings.ReplaceAll(m[1], " ", ""), m[2])
	}
	return 0, false
}

func signed(sign, number, unit string) (time.Duration, bool) {
	d, ok := ofUnit(number, unit)
	if sign == "-" {
		d = -d
	}
	return d, ok
}

// ofUnit is a number of a unit of time: "10", "seconds". Months and years have no fixed length, and are taken for 30 and 365 days.
func ofUnit(number, unit string) (time.Duration, bool) {
	n, err := strconv.ParseFloat(number, 64)
	if err != nil {
		return 0, false
	}
	for _, u := range timeUnits {
		for _, name := range u.names {
			if unit == name || unit == name+"s" {
				return time.Duration(n * float64(u.is)), true
			}
		}
	}
	return 0, false
}

const day = 24 * time.Hour

var timeUnits = []struct {
	is    time.Duration
	names []string
}{
	{time.Millisecond, []string{"millisecond", "ms"}},
	{time.Second, []string{"second", "sec", "s", "ss"}},
	{time.Minute, []string{"minute", "min", "m", "mi", "n"}},
	{time.Hour, []string{"hour", "h", "hh"}},
	{day, []string{"day", "d", "dd"}},
	{7 * day, []string{"week", "w", "wk"}},
	{30 * day, []string{"month", "mon"}},
	{365 * day, []string{"year", "y", "yy"}},
}

// Near is a comparison of how far apart the times of two rows are.
type Near struct {
	Column  string
	Within  time.Duration
	Columns []string // that are equal in the two rows
}

var (
	gap       = regexp.MustCompile(`\b(\w+)\.(\w+)\s*-\s*(\w+)\.(\w+)\s*\)*\s*<=?\s*` + length)
	gapOf     = regexp.MustCompile(`\b(?:timestampdiff|datediff)\(\s*([a-z]+)\s*,\s*(\w+)\.(\w+)\s*,\s*(\w+)\.(\w+)\s*\)\s*\)*\s*<=?\s*(\d+)`)
	lagging   = regexp.MustCompile(`\b(\w+)\s*-\s*(?:lag|lead)\(\s*(\w+)\s*\)\s*over\s*\(\s*partition by\s+([\w\s,.]+?)\s+order by[^)]*\)\s*(?:as\s+)?(\w+)?`)
	equalCols = regexp.MustCompile(`\b(\w+)\.(\w+)\s*=\s*(\w+)\.(\w+)\b`)
	spaces    = regexp.MustCompile(`\s+`)
)

// NearRows reads a statement that changes rows because of how close in time they are to other rows of the same content: a join of
// a table with itself, or the row before in a window.
func NearRows(text string) (Near, bool) {
	text = spaces.ReplaceAllString(strings.ToLower(text), " ")
	if m := lagging.FindStringSubmatch(text); m != nil && m[1] == m[2] && m[4] != "" {
		within := regexp.MustCompile(`\b(?:\w+\.)?` + m[4] + `\s*<=?\s*` + length).FindStringSubmatch(text)
		if within == nil {
			return Near{}, false
		}
		d, ok := ofUnit(within[1], within[2])
		n := Near{Column: m[1], Within: d}
		for c := range strings.SplitSeq(m[3], ",") {
			n.Columns = append(n.Columns, strings.TrimSpace(c))
		}
		return n, ok
	}
	n, a, b, ok := joined(text)
	if !ok {
		return Near{}, false
	}
	for _, m := range equalCols.FindAllStringSubmatch(text, -1) {
		if m[2] == m[4] && (m[1] == a && m[3] == b || m[1] == b && m[3] == a) {
			n.Columns = append(n.Columns, m[2])
		}
	}
	return n, true
}

// joined reads the comparison of one column in two rows, a and b.
func joined(text string) (n Near, a, b string, ok bool) {
	if m := gap.FindStringSubmatch(text); m != nil && m[2] == m[4] && m[1] != m[3] {
		d, ok := ofUnit(m[5], m[6])
		return Near{Column: m[2], Within: d}, m[1], m[3], ok
	}
	if m := gapOf.FindStringSubmatch(text); m != nil && m[3] == m[5] && m[2] != m[4] {
		d, ok := ofUnit(m[6], m[1])
		return Near{Column: m[3], Within: d}, m[2], m[4], ok
	}
	return Near{}, "", "", false
}
