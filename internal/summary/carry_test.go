package summary

import (
	"bytes"
	"testing"

	"github.com/idemvet/idemvet/internal/model"
)

func TestCarry(t *testing.T) {
	of := &Package{}
	for _, s := range [][2]string{{"", "New"}, {"Store", "Put"}, {"Store", "put"}, {"Other", "Put"}} {
		of.SetFunc(s[0], s[1], &Function{})
	}
	of.SetField("Store", "Hook", []Call{{}})
	of.SetField("Store", "hook", []Call{{}})
	of.SetDirectives([]model.Directive{{}})

	p := &Package{}
	p.Carry("example.com/store", of, map[string]bool{"Store": true})
	p.Carry("example.com/none", nil, map[string]bool{"Store": true})
	p.Carry("example.com/same", &Package{}, map[string]bool{"Store": true})
	data := p.Encode()
	q, err := Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(q.Encode(), data) {
		t.Error("decoded and encoded again it differs")
	}
	for _, p := range []*Package{p, q} {
		c := p.Carried("example.com/store")
		if c.Func("Store", "Put") == nil || c.Field("Store", "Hook") == nil || len(c.Directives()) != 1 {
			t.Error("what importers reach is not carried")
		}
		if c.Func("", "New") != nil || c.Func("Store", "put") != nil || c.Func("Other", "Put") != nil || c.Field("Store", "hook") != nil {
			t.Error("what importers do not reach is carried")
		}
		if p.Carried("example.com/none") != nil || p.Carried("example.com/same") != nil || (*Package)(nil).Carried("x") != nil {
			t.Error("nothing is carried as something")
		}
	}

	other := &Package{}
	other.Carry("example.com/store", of, map[string]bool{"Other": true})
	both := Join([]*Package{p.Carried("example.com/store"), other.Carried("example.com/store")})
	if both.Func("Store", "Put") == nil || both.Func("Other", "Put") == nil || len(both.Directives()) != 1 || Join(nil) != nil {
		t.Error("joined, something is missing")
	}
}
