package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/idemvet/idemvet/analyzers"
	"github.com/idemvet/idemvet/internal/output"
)

// thisTool names this program in reports.
func thisTool() output.Tool {
	return output.Tool{Name: "idemvet", Version: version(), Rules: rulesDigest()}
}

// version is the module version that was built, or "devel".
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return "devel"
	}
	return info.Main.Version
}

// rulesDigest changes when a rule comes, goes, or changes what it says about itself.
func rulesDigest() string {
	h := sha256.New()
	enc := json.NewEncoder(h)
	for _, m := range analyzers.Metas() {
		if err := enc.Encode(info(m)); err != nil {
			panic(err) // strings and a bool always encode
		}
	}
	return "sha256:" + hex.EncodeToString(h.Sum(nil))
}

// executable identifies this build: what it remembers is of no use to another. It is "" when the file cannot be read.
func executable() string {
	path, err := os.Executable()
	if err != nil {
		return ""
	}
	return hashFile(path)
}

// hashFile is the hash of a file, or "" when it cannot be read.
func hashFile(path string) string {
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer func() { _ = f.Close() }()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return ""
	}
	return hex.EncodeToString(h.Sum(nil))
}

func versionCommand() *cobra.Command {
	format := newChoice("format", "text", "text", "json")
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Long: `version prints the version of idemvet and the Go version that it was built with; as
JSON, also a digest of the rules, which changes when one of them does.`,
		Example: "  idemvet version\n  idemvet version --format json",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			tool := thisTool()
			if format.value == "json" {
				return printJSON(cmd.OutOrStdout(), struct {
					output.Tool
					Go string `json:"go"`
				}{tool, runtime.Version()})
			}
			_, err := fmt.Fprintf(cmd.OutOrStdout(), "%s %s (%s)\n", tool.Name, tool.Version, runtime.Version())
			return err
		},
	}
	cmd.Flags().Var(format, "format", "output format")
	return cmd
}
