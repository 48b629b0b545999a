package summary

import (
	"bytes"
	"reflect"
	"testing"

	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/source"
)

func sample() *Package {
	p := &Package{}
	at := source.Place{Pkg: "example.com/p", File: "a.go", Line: 3, Column: 2, EndLine: 3, EndColumn: 9}
	key := flow.Origin{Kind: flow.Param, In: flow.Input{Kind: flow.Param, Index: 1, Sel: ".Key"}}
	fresh := flow.Origin{Kind: flow.Fresh, Fresh: model.Random, Source: "uuid.NewString", At: at, Via: []source.Place{at},
		Conds: []flow.Cond{{On: key.In, Empty: true}}}
	p.SetFunc("Client", "Send", &Function{
		Effect: flow.Effect{Results: []flow.Write{{To: flow.Input{Kind: flow.Result}, From: []flow.Origin{key, fresh}}}},
		Events: []Event{{Key: model.IdempotencyKey, Sink: "Idempotency-Key", At: at, Value: []flow.Origin{fresh}}},
		Calls:  []Call{{In: key.In, Regime: model.Retry, Cause: Cause{"retried", at}}},
	})
	p.SetFunc("", "New", &Function{Retries: true})
	p.SetField("Config", "Hook", []Call{{Regime: model.Retry, Cause: Cause{"called again", at}}})
	return p
}

func TestCodec(t *testing.T) {
	data := sample().Encode()
	for range 20 {
		if !bytes.Equal(data, sample().Encode()) {
			t.Fatal("equal facts, different bytes")
		}
	}
	got, err := Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got.Func("Client", "Send"), sample().Func("Client", "Send")) || got.Func("", "New") == nil || len(got.Field("Config", "Hook")) != 1 {
		t.Errorf("facts changed on the way: %+v", got)
	}
	if (&Package{}).Encode() != nil {
		t.Error("no facts must take no bytes")
	}
	if p, err := Decode(nil); err != nil || p.Func("", "New") != nil {
		t.Error("no bytes are no facts")
	}
	var none *Package
	if none.Func("", "New") != nil || none.Field("A", "B") != nil {
		t.Error("an unknown package has facts")
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte(nil))
	f.Add(sample().Encode())
	f.Add([]byte("not facts"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if p, err := Decode(data); err == nil && p == nil {
			t.Error("neither facts nor an error")
		}
	})
}
