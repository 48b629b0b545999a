package link

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/idemvet/idemvet/internal/summary"
	"github.com/idemvet/idemvet/internal/unit"
)

// gate marks a ticket until that works, on line 7. What marks it stands behind an interface: m/rows adds, m/safe sets.
const gate = `
-- m/gate --
package gate

type Tickets interface{ Mark(id string) error }

func Enter(t Tickets, id string) (err error) {
	for range 3 {
		if err = t.Mark(id); err == nil {
			return nil
		}
	}
	return err
}
-- m/rows --
package rows

import "database/sql"

type Rows struct{ DB *sql.DB }

func (r *Rows) Mark(id string) error {
	_, err := r.DB.Exec("UPDATE tickets SET uses = uses + 1 WHERE id = $1", id)
	return err
}
-- m/safe --
package safe

import "database/sql"

type Rows struct{ DB *sql.DB }

func (r *Rows) Mark(id string) error {
	_, err := r.DB.Exec("UPDATE tickets SET used = TRUE WHERE id = $1", id)
	return err
}
-- m/none --
package none

type None struct{}

func (None) Mark(string) error { return nil }
`

func gateWith(body string) string {
	return gate + "-- m/cmd --\npackage cmd\n\nimport (\n\t\"database/sql\"\n\n\t\"m/gate\"\n\t\"m/none\"\n\t\"m/rows\"\n\t\"m/safe\"\n)\n\n" +
		"var (\n\tdb *sql.DB\n\t_ rows.Rows\n\t_ safe.Rows\n\t_ none.None\n)\n\n" + body
}

// TestWorlds demands that what is found with each choice keeps its confidence, and that what is found with some of them loses some.
func TestWorlds(t *testing.T) {
	tests := []struct {
		name, body string
		worlds     int
		want       string
	}{
		{"one", `func Main() { _ = gate.Enter(&rows.Rows{DB: db}, "a") }`, 1, "IDV401 m/gate:7 medium"},
		{"one that is safe", `func Main() { _ = gate.Enter(&safe.Rows{DB: db}, "a") }`, 1, ""},
		{"one of two", `func Main(t gate.Tickets, dry bool) {
	t = &rows.Rows{DB: db}
	if dry {
		t = &safe.Rows{DB: db}
	}
	_ = gate.Enter(t, "a")
}`, 2, "IDV401 m/gate:7 low"},
		{"one beside one that does nothing", `func Main(t gate.Tickets, dry bool) {
	t = none.None{}
	if !dry {
		t = &rows.Rows{DB: db}
	}
	_ = gate.Enter(t, "a")
}`, 1, "IDV401 m/gate:7 medium"},
		{"never called", `var _ = gate.Enter`, 1, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := load(t, gateWith(tt.body))
			out := p.link(t, 2)
			if got := strings.Join(p.told(out), "\n"); got != tt.want || out.Worlds != tt.worlds {
				t.Errorf("%d worlds, %q; want %d, %q", out.Worlds, got, tt.worlds, tt.want)
			}
		})
	}
}

// bus hands messages to handlers that others put into its map. The statement in m/points is on line 8, the one in m/mugs too.
const bus = `
-- m/bus --
package bus

import "github.com/nats-io/nats.go/jetstream"

type Bus struct{ all map[string]func(string) error }

func New() *Bus { return &Bus{all: map[string]func(string) error{}} }

func (b *Bus) On(name string, h func(string) error) { b.all[name] = h }

func (b *Bus) Run(c jetstream.Consumer) error { return c.Consume(b.one) }

func (b *Bus) one(m jetstream.Msg) {
	if err := b.all[m.Subject()](string(m.Data())); err != nil {
		_ = m.Nak()
		return
	}
	_ = m.Ack()
}
-- m/points --
package points

import "database/sql"

type Points struct{ DB *sql.DB }

func (p *Points) Add(id string) error {
	_, err := p.DB.Exec("UPDATE points SET n = n + 1 WHERE id = $1", id)
	return err
}
-- m/mugs --
package mugs

import "database/sql"

type Mugs struct{ DB *sql.DB }

func (m *Mugs) Take(id string) error {
	_, err := m.DB.Exec("UPDATE mugs SET n = n - 1 WHERE id = $1", id)
	return err
}
-- m/cmd --
package cmd

import (
	"database/sql"

	"m/bus"
	"m/mugs"
	"m/points"
)

func Main(db *sql.DB) *bus.Bus {
	b := bus.New()
	b.On("points", (&points.Points{DB: db}).Add)
	b.On("mugs", (&mugs.Mugs{DB: db}).Take)
	return b
}
`

// TestDispatch demands that each of several handlers is told in its own package, once, and that the cause stands elsewhere.
func TestDispatch(t *testing.T) {
	p := load(t, bus)
	got := strings.Join(p.told(p.link(t, 2)), "\n")
	if want := "IDV401 m/mugs:8 high\nIDV401 m/points:8 high"; got != want {
		t.Errorf("got %q; want %q", got, want)
	}
	for _, path := range []string{"m/mugs", "m/points"} {
		var again []summary.Rerun
		if runs := p.runs[path]; len(runs) > 0 {
			again = runs[len(runs)-1]
		}
		if len(again) != 1 || again[0].Cause.At.Pkg != "m/bus" || again[0].Through {
			t.Errorf("%s runs again because of %+v", path, again)
		}
	}
	if len(p.runs["m/cmd"]) > 0 {
		t.Error("what only wires is analysed again")
	}
}

// TestExamples demands that what an example puts behind an interface does not count beside what a service does, and counts alone.
func TestExamples(t *testing.T) {
	body := "-- m/examples/gated --\npackage main\n\nimport (\n\t\"m/gate\"\n\t\"m/rows\"\n)\n\nfunc main() { _ = gate.Enter(&rows.Rows{}, \"a\") }\n"
	beside := load(t, gateWith("func Main() { _ = gate.Enter(&safe.Rows{DB: db}, \"a\") }\n"+body))
	if got := beside.told(beside.link(t, 2)); len(got) > 0 {
		t.Errorf("beside a service: %q", got)
	}
	alone := load(t, strings.ReplaceAll(gateWith(`func Main() { _ = gate.Enter(&rows.Rows{DB: db}, "a") }`), "m/", "m/examples/"))
	if got := strings.Join(alone.told(alone.link(t, 2)), "\n"); got != "IDV401 m/examples/gate:7 medium" {
		t.Errorf("alone: %q", got)
	}
}

// TestSame links programs several times, with one worker and with more, over units in any order, and demands that nothing is analysed
// twice with the same at hand.
func TestSame(t *testing.T) {
	for name, text := range map[string]string{"bus": bus, "gate": gateWith(`func Main() { _ = gate.Enter(&rows.Rows{DB: db}, "a") }`)} {
		p := load(t, text)
		first := p.link(t, 1)
		for key, n := range p.keys {
			if n > 1 {
				t.Errorf("%s: %d analyses of %x", name, n, key[:4])
			}
		}
		keys := len(p.keys)
		for n := range 4 {
			out := p.link(t, 1+n)
			if a, b := p.told(first), p.told(out); !slices.Equal(a, b) {
				t.Errorf("%s: %q, then %q", name, a, b)
			}
		}
		if len(p.keys) != keys {
			t.Errorf("%s: %d keys, then %d", name, keys, len(p.keys))
		}
	}
}

// TestStopped demands that linking ends when it is told to.
func TestStopped(t *testing.T) {
	p := load(t, bus)
	ctx, stop := context.WithCancel(t.Context())
	stop()
	Run(ctx, p.units, Options{Analyse: func(*Unit, Key, summary.Wired, []summary.Rerun, unit.Lookup) *unit.Result {
		t.Error("analysed after the end")
		return nil
	}})
}
