package buildstest

import (
	"crypto/rand"
	"strconv"
	"testing"
)

// TestConstraints: what is built is what is analysed.
func TestConstraints(t *testing.T) {
	tagged := map[string]string{
		"go.mod": goMod, "again/again.go": again, "pay/pay.go": "package pay\n", "pay/with.go": "//go:build special && !dull\n\n" + mistake("pay", "example.com/m/again"),
		"pay/without.go": "//go:build !special\n\n" + alone("pay", "Old"), "pay/never.go": "//go:build never\n\npackage broken\n\nfunc (",
	}
	platforms := map[string]string{
		"go.mod": goMod, "m.go": "package m\n", "m_windows.go": alone("m", "Windows"), "m_arm64.go": alone("m", "Arm"), "m_plan9_386.go": alone("m", "Plan9"),
		"m_unix.go": "//go:build unix\n\n" + alone("m", "Unix"), "m_windows_test.go": alone("m", "Helper"),
	}
	experiment := map[string]string{
		"go.mod": goMod, "m.go": "package m\n", "on.go": "//go:build goexperiment.loopvar\n\n" + alone("m", "On"), "off.go": "//go:build !goexperiment.loopvar\n\n" + alone("m", "Off"),
	}
	// With -trimpath, the go command gives the results of one checkout to another one with the same files, and these name the files of the first.
	// So this row has files of its own.
	run(t, []row{
		{name: "no tags", files: tagged, want: []string{"pay/without.go:13"}},
		{name: "tags", files: tagged, args: []string{"--tags=special", "./..."}, want: []string{"pay/with.go:10"}},
		{name: "two tags", files: tagged, args: []string{"--tags=special,dull", "./..."}, want: []string{}},
		{name: "GOFLAGS", files: tagged, env: []string{"GOFLAGS=-tags=special"}, want: []string{"pay/with.go:10"}},
		{name: "flag over GOFLAGS", files: tagged, env: []string{"GOFLAGS=-tags=special,dull"}, args: []string{"--tags=special", "./..."}, want: []string{"pay/with.go:10"}},
		{name: "linux", files: platforms, env: []string{"GOOS=linux", "GOARCH=amd64"}, want: []string{"m_unix.go:13"}},
		{name: "windows", files: platforms, env: []string{"GOOS=windows", "GOARCH=arm64"}, want: []string{"m_arm64.go:11", "m_windows.go:11"}},
		{name: "windows tests", files: platforms, env: []string{"GOOS=windows", "GOARCH=amd64"}, args: []string{"--tests", "./..."}, want: []string{"m_windows.go:11", "m_windows_test.go:11"}},
		{name: "plan9", files: platforms, env: []string{"GOOS=plan9", "GOARCH=386"}, want: []string{"m_plan9_386.go:11"}},
		{name: "experiment", files: experiment, env: []string{"GOEXPERIMENT=loopvar"}, want: []string{"on.go:13"}},
		{name: "no experiment", files: experiment, want: []string{"off.go:13"}},
		{name: "trimpath", files: files(tagged, map[string]string{"pay/pay.go": "package pay\n\nconst _ = " + strconv.Quote(rand.Text()) + "\n"}), env: []string{"GOFLAGS=-trimpath"}, want: []string{"pay/without.go:13"}},
		{name: "mod=mod", files: tagged, env: []string{"GOFLAGS=-mod=mod"}, want: []string{"pay/without.go:13"}},
	})
}
