package gaps

import (
	"go/types"
	"strings"

	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/ssapkg"
)

// relevance says why a function looks as if it mattered, or nothing. The surest reason comes first.
func relevance(fn *types.Func) string {
	sig := fn.Signature()
	for _, reason := range []string{
		identityParam(sig), identityField(sig), identityName(fn.Name()), mints(fn, sig), sends(sig), reruns(fn, sig), creates(fn, sig),
	} {
		if reason != "" {
			return reason
		}
	}
	return ""
}

func identityParam(sig *types.Signature) string {
	for p := range sig.Params().Variables() {
		if kind, ok := model.IdentityName(p.Name()); ok && kind.Identity() {
			return "parameter " + p.Name() + " is named like an identity"
		}
	}
	return ""
}

// identityField looks into the structs that a function is given.
func identityField(sig *types.Signature) string {
	for p := range sig.Params().Variables() {
		n := ssapkg.Named(p.Type())
		if n == nil {
			continue
		}
		st, ok := n.Underlying().(*types.Struct)
		if !ok {
			continue
		}
		for f := range st.Fields() {
			if kind, ok := model.IdentityName(f.Name()); ok && kind.Identity() && f.Exported() {
				return "field " + f.Name() + " of " + n.Obj().Name() + " is named like an identity"
			}
		}
	}
	return ""
}

func identityName(name string) string {
	for _, prefix := range []string{"", "With", "Set", "Add"} {
		rest, ok := strings.CutPrefix(name, prefix)
		if kind, named := model.IdentityName(rest); ok && named && kind.Identity() {
			return "it is named like an identity"
		}
	}
	return ""
}

// mints recognises makers of random identities: no text goes in, and the name of function or package says what comes out.
func mints(fn *types.Func, sig *types.Signature) string {
	if sig.Results().Len() == 0 || !model.NameHint(model.MakeHint, fn.Name()) || !model.NameHint(model.MintHint, fn.Pkg().Name()+"."+fn.Name()) {
		return ""
	}
	for p := range sig.Params().Variables() {
		if b, ok := p.Type().Underlying().(*types.Basic); ok && b.Info()&types.IsString != 0 {
			return ""
		}
	}
	return "it looks like a maker of new identities"
}

// sends recognises requests by the types of the signature.
func sends(sig *types.Signature) string {
	for p := range sig.Params().Variables() {
		t := p.Type()
		if s, ok := t.(*types.Slice); ok && sig.Variadic() {
			t = s.Elem()
		}
		switch typeName(t) {
		case "google.golang.org/grpc.CallOption":
			return "it is a gRPC call"
		case "connectrpc.com/connect.Request":
			return "it is a Connect call"
		case "net/http.Request":
			if returns(sig, "net/http.Response") {
				return "it sends an HTTP request"
			}
		}
	}
	return ""
}

func returns(sig *types.Signature, name string) bool {
	for r := range sig.Results().Variables() {
		if typeName(r.Type()) == name {
			return true
		}
	}
	return false
}

func typeName(t types.Type) string {
	n := ssapkg.Named(t)
	if n == nil || n.Obj().Pkg() == nil {
		return ""
	}
	return n.Obj().Pkg().Path() + "." + n.Obj().Name()
}

// reruns recognises functions that are given a function, in a package that is named after running things again.
func reruns(fn *types.Func, sig *types.Signature) string {
	path := strings.Split(fn.Pkg().Path(), "/")
	if !model.NameHint(model.RerunHint, fn.Pkg().Name()) && !model.NameHint(model.RerunHint, path[len(path)-1]) {
		return ""
	}
	for p := range sig.Params().Variables() {
		if _, ok := p.Type().Underlying().(*types.Signature); ok {
			return "it is given a function, in a package named " + fn.Pkg().Name()
		}
	}
	return ""
}

// creates recognises calls of remote services by their shape (a context comes first, an error last) and their name.
func creates(fn *types.Func, sig *types.Signature) string {
	params, results := sig.Params(), sig.Results()
	if params.Len() < 2 || results.Len() == 0 || typeName(params.At(0).Type()) != "context.Context" || !model.NameHint(model.CreateHint, fn.Name()) {
		return ""
	}
	if last := results.At(results.Len() - 1).Type(); !types.Identical(last, types.Universe.Lookup("error").Type()) {
		return ""
	}
	return "by its name it creates or sends something"
}
