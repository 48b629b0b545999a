package source

import "testing"

func TestForeign(t *testing.T) {
	for _, x := range []struct {
		p    Package
		want bool
	}{
		{Package{Path: "net/http", Dir: "/usr/local/go/src/net/http"}, true},
		{Package{Path: "shop/pay", Module: "shop", Dir: "/home/x/src/shop/pay"}, false},
		{Package{Path: "example.com/shop", Module: "example.com/shop", Dir: "/x"}, false},
		{Package{Path: "example.com/lib", Module: "example.com/lib", Version: "v1.2.0", Dir: "/m/example.com/lib@v1.2.0"}, true},
		{Package{Path: "example.com/lib", Module: "example.com/lib", Version: "v1.2.0", Dir: "/x/vendor/example.com/lib"}, true},
		{Package{Path: "example.com/lib", Module: "example.com/lib", Version: "v1.2.0", Dir: "/x/lib"}, false}, // replaced
		{Package{Path: "example.com/lib", Dir: "external/lib", ModuleUnknown: true}, true},
		{Package{Path: "example.com/shop/external/pay", Dir: "shop/external/pay", ModuleUnknown: true}, false},
		{Package{Path: "net/http", Dir: "external/go_sdk/src/net/http", ModuleUnknown: true}, true},
		{Package{Path: "example.com/lib", Dir: "../lib", ModuleUnknown: true}, true},
		{Package{Path: "example.com/lib", Dir: "bazel-out/k8-fastbuild/bin/external/lib/pb", ModuleUnknown: true}, true},
		{Package{Path: "example.com/lib", Dir: "/b/execroot/_main/external/lib", ModuleUnknown: true}, true},
		{Package{Path: "example.com/lib", Dir: "/b/execroot/_main/shop/external", ModuleUnknown: true}, false},
		{Package{Path: "example.com/lib", Dir: "/m/example.com/lib@v1.2.0", ModuleUnknown: true}, true},
		{Package{Path: "example.com/lib", Dir: "vendor/example.com/lib", ModuleUnknown: true}, true},
		{Package{Path: "example.com/lib", Dir: "shop/vendor/example.com/lib", ModuleUnknown: true}, true},
		{Package{Path: "example.com/shop/vendor", Dir: "shop/vendor", ModuleUnknown: true}, false},
		{Package{Path: "shop/pay", Dir: "backend/src/shop/pay", ModuleUnknown: true}, false},
		{Package{Path: "shop/pay", Dir: "bazel-out/k8-fastbuild/bin/shop/pay", ModuleUnknown: true}, false},
	} {
		if got := x.p.Foreign(); got != x.want {
			t.Errorf("%+v: %t", x.p, got)
		}
	}
}
