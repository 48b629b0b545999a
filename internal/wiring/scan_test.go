package wiring

import (
	"bytes"
	"reflect"
	"slices"
	"testing"
)

// TestCalls looks at what a scan says of a call beside where it leads.
func TestCalls(t *testing.T) {
	p := join(t, app(`
type desk struct {
	store port.Store
	rows  []port.Store
	hook  func()
}

func (d *desk) Save(s string) error { return d.store.Save(s) }

func (d *desk) other() error { return d.store.Save("a") }

func (d *desk) each() { for _, s := range d.rows { _ = s.Save("a") } }

func (d *desk) call() { d.hook() }

func each(do func()) { do() }

func LookFor() {}

func Main() *desk {
	LookFor()
	d := &desk{store: db.New()}
	LookFor()
	each(LookFor)
	return d
}
`))
	tests := []struct {
		in, method                       string
		many, several, passesOn, ofParam bool
	}{
		{"desk.Save", "Save", false, false, true, false},
		{"desk.other", "Save", false, false, false, false},
		{"desk.each", "Save", true, true, false, false},
		{"desk.call", "", false, true, false, false},
		{"each", "", false, true, false, true},
	}
	for _, tt := range tests {
		calls := p.calls("m/app."+tt.in, tt.method)
		if len(calls) != 1 {
			t.Errorf("%s: %d calls", tt.in, len(calls))
			continue
		}
		if c := calls[0]; c.Many != tt.many || c.Several() != tt.several || c.PassesOn() != tt.passesOn || c.OfParam() != tt.ofParam {
			t.Errorf("%s: many %t, several %t, passes on %t, of a parameter %t", tt.in, c.Many, c.Several(), c.PassesOn(), c.OfParam())
		}
	}
	f := p.facts[len(p.facts)-1]
	if !slices.Equal(f.Looks, []string{"LookFor"}) {
		t.Errorf("looks: %q", f.Looks)
	}
	if !slices.Contains(f.Uses, Use{"Main", Impl{"m/app", "LookFor"}, 2, true}) {
		t.Errorf("uses: %v", f.Uses)
	}
	if !slices.Contains(f.Uses, Use{"Main", Impl{"m/app", "LookFor"}, 1, false}) {
		t.Errorf("what is handed over is not used apart from calls: %v", f.Uses)
	}
	if !slices.Contains(f.Made, Made{"Main", "m/app.desk", 1}) {
		t.Errorf("made: %v", f.Made)
	}
}

// TestLibrary demands that what rows describe stands for itself, also when its interface is made narrower.
func TestLibrary(t *testing.T) {
	p := join(t, `
-- lib.test/kv --
package kv

type Client interface {
	Get(string) string
	Set(string)
}

func Dial() Client { return nil }
-- m/app --
package app

import "lib.test/kv"

type getter interface{ Get(string) string }

func Run(g getter) string { return g.Get("a") }

func Main() string { return Run(kv.Dial()) }
`)
	if got := p.behind("m/app.Run", "Get"); got != "lib.test/kv.Client.Get" {
		t.Errorf("got %q\n%s", got, p.dump())
	}
}

func TestImpl(t *testing.T) {
	for symbol, want := range map[string][2]string{"Pay": {"", "Pay"}, "Desk.Pay": {"Desk", "Pay"}, "Desk.Pay$1": {"Desk", "Pay$1"}} {
		if i := (Impl{"m/app", symbol}); i.Recv() != want[0] || i.Name() != want[1] {
			t.Errorf("%s: %q %q", symbol, i.Recv(), i.Name())
		}
	}
}

func TestExample(t *testing.T) {
	for path, want := range map[string]bool{
		"m/demo": true, "m/examples/one": true, "m/_sample": true, "m/demolition": false, "example.com/m": false, "m/app": false,
	} {
		if Example(path) != want {
			t.Errorf("%s: not %t", path, want)
		}
	}
}

func TestEncode(t *testing.T) {
	p := join(t, two)
	q := join(t, two)
	for i, f := range p.facts {
		data := f.Encode()
		if !bytes.Equal(data, q.facts[i].Encode()) {
			t.Errorf("%s: two scans have different bytes", p.paths[i])
		}
		back, err := Decode(data)
		if err != nil || !reflect.DeepEqual(back, f) {
			t.Errorf("%s: %v\n%+v\nwant\n%+v", p.paths[i], err, back, f)
		}
	}
	if f, err := Decode(nil); err != nil || !reflect.DeepEqual(f, &Facts{}) {
		t.Errorf("no bytes: %v, %v", f, err)
	}
}

// TestDecodeDamaged cuts and changes bytes. What is cut is refused, and nothing makes it panic; what still reads as facts may pass,
// since caches have sums of their own.
func TestDecodeDamaged(t *testing.T) {
	p := join(t, two)
	data := p.facts[len(p.facts)-1].Encode()
	for n := range len(data) - 8 {
		if n > 0 {
			if _, err := Decode(data[:n]); err == nil {
				t.Errorf("%d of %d bytes are enough", n, len(data))
			}
		}
		changed := bytes.Clone(data)
		changed[n] ^= 0x55
		if f, err := Decode(changed); err == nil {
			Join([]*Facts{f}, []string{"m/cmd"})
		}
	}
	if _, err := Decode([]byte("no wiring")); err == nil {
		t.Error("text is taken for wiring")
	}
}
