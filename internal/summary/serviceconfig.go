package summary

import (
	"encoding/json"
	"go/constant"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
)

var rpcName = regexp.MustCompile(`^/[\w.]+/\w+$`)

// methodConfig is the part of a gRPC service config that switches retries on (gRPC proposal A6).
type methodConfig struct {
	MethodConfig []struct {
		Name []struct {
			Service string `json:"service"`
			Method  string `json:"method"`
		} `json:"name"`
		RetryPolicy *struct {
			MaxAttempts float64 `json:"maxAttempts"`
		} `json:"retryPolicy"`
	} `json:"methodConfig"`
}

// serviceConfig finds RPCs that create something and that the config in a call tells the client to repeat. A policy for a
// whole service counts only with a method of it that this package can call.
func (w *function) serviceConfig(call ssa.CallInstruction, v ssa.Value) {
	text, ok := flow.ConstString(v)
	var cfg methodConfig
	if !ok || json.Unmarshal([]byte(text), &cfg) != nil {
		return
	}
	for _, mc := range cfg.MethodConfig {
		if mc.RetryPolicy == nil || mc.RetryPolicy.MaxAttempts < 2 {
			continue
		}
		for _, name := range mc.Name {
			methods := []string{"/" + name.Service + "/" + name.Method}
			switch {
			case name.Service == "":
				methods = w.b.rpcs("/")
			case name.Method == "":
				methods = w.b.rpcs("/" + name.Service + "/")
			}
			for _, m := range methods {
				if creates(m) {
					w.policy(call, m)
					return
				}
			}
		}
	}
}

func creates(method string) bool {
	return rpcName.MatchString(method) && model.NameHint(model.CreateHint, method[strings.LastIndexByte(method, '/')+1:])
}

func (w *function) policy(call ssa.CallInstruction, method string) {
	at := w.place(call)
	w.regions = append(w.regions, Region{
		Regime: model.Retry, Func: w.name(), Cause: Cause{Text: "by the retry policy of the service config", At: at},
		Events: []RegionEvent{{Event: Event{
			Class: Send, Sink: method, Convention: true, At: at, Func: w.name(),
			Value: []flow.Origin{{Kind: flow.Const, Text: "POST"}},
		}, Site: at}},
	})
}

// rpcs lists the RPCs with that prefix that this package can call: those it names, and those whose generated client it imports.
func (b *builder) rpcs(prefix string) []string {
	var list []string
	add := func(s string) {
		if strings.HasPrefix(s, prefix) && !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	for _, fn := range b.pkg.Funcs {
		for _, blk := range fn.Blocks {
			for _, in := range blk.Instrs {
				if c, ok := in.(ssa.CallInstruction); ok {
					for _, a := range c.Common().Args {
						if s, ok := flow.ConstString(a); ok {
							add(s)
						}
					}
				}
			}
		}
	}
	for _, imp := range b.pkg.Types.Imports() {
		for _, name := range imp.Scope().Names() {
			if c, ok := imp.Scope().Lookup(name).(*types.Const); ok && strings.HasSuffix(name, "_FullMethodName") && c.Val().Kind() == constant.String {
				add(constant.StringVal(c.Val()))
			}
		}
	}
	slices.Sort(list)
	return list
}
