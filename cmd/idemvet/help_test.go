package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// commands calls yield for each command that users see.
func commands(cmd *cobra.Command, yield func(*cobra.Command)) {
	yield(cmd)
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			commands(c, yield)
		}
	}
}

// TestHelp demands that every command and every flag says what it is for.
func TestHelp(t *testing.T) {
	root := newRoot()
	root.InitDefaultCompletionCmd()
	n := 0
	commands(root, func(c *cobra.Command) {
		n++
		if c.Short == "" || strings.HasSuffix(c.Short, ".") || c.Long == "" {
			t.Errorf("%s: short %q, long %q", c.CommandPath(), c.Short, c.Long)
		}
		if ours := !strings.Contains(c.CommandPath(), "completion"); ours && c.Example == "" {
			t.Errorf("%s has no example", c.CommandPath())
		}
		for line := range strings.Lines(c.Example) {
			if word, _, _ := strings.Cut(strings.TrimSpace(line), " "); word != "idemvet" && word != "go" {
				t.Errorf("%s: example %q", c.CommandPath(), line)
			}
		}
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if f.Usage == "" {
				t.Errorf("%s: --%s says nothing", c.CommandPath(), f.Name)
			}
		})
		path := strings.Fields(c.CommandPath())[1:]
		stdout, stderr, code := call(t, append(path, "--help")...)
		if code != exitClean || stderr != "" || !strings.HasPrefix(stdout, strings.TrimSpace(c.Long)) || !strings.Contains(stdout, "\nUsage:\n  idemvet") {
			t.Errorf("%s --help: exit status %d, %q\n%s", c.CommandPath(), code, stderr, stdout)
		}
	})
	if n < 12 {
		t.Errorf("%d commands", n)
	}
}

// TestHelpGroups demands that the help of the main job lists each flag once, in a group.
func TestHelpGroups(t *testing.T) {
	stdout, _, _ := call(t, "--help")
	root := newRoot()
	seen := map[string]int{}
	for _, g := range grouped(root.Flags()) {
		g.flags.VisitAll(func(f *pflag.Flag) {
			seen[f.Name]++
			if g.title == "Other" && f.Name != "help" {
				t.Errorf("--%s is in no group", f.Name)
			}
		})
	}
	root.Flags().VisitAll(func(f *pflag.Flag) {
		if seen[f.Name] != 1 || strings.Count(stdout, fmt.Sprintf("--%s ", f.Name)) == 0 {
			t.Errorf("--%s: %d times", f.Name, seen[f.Name])
		}
	})
	for _, want := range []string{"\nSelection:\n", "\nExit status:\n", "IDEMVET_CACHE", "\nFiles:\n  .idemvet.yml"} {
		if !strings.Contains(stdout, want) {
			t.Errorf("no %q in\n%s", want, stdout)
		}
	}
	for line := range strings.Lines(stdout) {
		if n := len([]rune(line)); n > 101 {
			t.Errorf("%d characters: %s", n, line)
		}
	}
}

func TestMistypedCommands(t *testing.T) {
	tests := []struct {
		args []string
		says string
	}{
		{[]string{"config", "shwo"}, "idemvet: idemvet config: unknown command \"shwo\"; did you mean \"show\"?\n"},
		{[]string{"config", "verify", "--confg", "x"}, "idemvet: unknown flag --confg; did you mean --config?\n"},
		{[]string{"doctor", "--fromat", "json"}, "idemvet: unknown flag --fromat; did you mean --format?\n"},
		{[]string{"doctor", "--zzzzzz"}, "idemvet: unknown flag --zzzzzz; see idemvet doctor --help\n"},
		{[]string{"doctr"}, "idemvet: unknown command \"doctr\"; did you mean \"doctor\"?\n"},
	}
	for _, tt := range tests {
		if stdout, stderr, code := call(t, tt.args...); code != exitUsage || stdout != "" || stderr != tt.says {
			t.Errorf("%q: exit status %d, %q %q", tt.args, code, stdout, stderr)
		}
	}
}

func TestCompletion(t *testing.T) {
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		if stdout, stderr, code := call(t, "completion", shell); code != exitClean || stderr != "" || len(stdout) < 1000 || !strings.Contains(stdout, "__complete") {
			t.Errorf("%s: exit status %d, %d bytes, %q", shell, code, len(stdout), stderr)
		}
	}
	tests := []struct {
		args []string
		has  string
	}{
		{[]string{"--select", ""}, "IDV101\tidempotency key minted inside the retry\n"},
		{[]string{"--ignore", ""}, "\nkeyinretry\t"},
		{[]string{"--confidence", ""}, "high\nmedium\nlow\n"},
		{[]string{"--fail-on", ""}, "error\nwarning\ninfo\n"},
		{[]string{"--format", ""}, "\ngithub\n"},
		{[]string{"explain", "IDV60"}, "IDV601\t"},
		{[]string{"explain", "IDV101", "--format", ""}, "text\nmarkdown\njson\n"},
		{[]string{"config", ""}, "verify\t"},
	}
	for _, tt := range tests {
		stdout, _, code := call(t, append([]string{"__complete"}, tt.args...)...)
		if code != exitClean || !strings.Contains(stdout, tt.has) {
			t.Errorf("%q: exit status %d, no %q in\n%s", tt.args, code, tt.has, stdout)
		}
	}
}
