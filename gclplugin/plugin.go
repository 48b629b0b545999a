// Package gclplugin is the module plugin by which golangci-lint runs the rules. Its settings are those of .idemvet.yml that mean
// something for single packages; docs/golangci-lint.md tells how to use it.
//
// The one analyzer reports no suggested fixes, since golangci-lint run --fix would apply them without asking and fixes of idemvet
// change what a program does; and no related places, since each would be shown as an issue of its own. So the message tells the path.
package gclplugin

import (
	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/idemvet/idemvet/analyzers"
	"github.com/idemvet/idemvet/internal/config"
	"github.com/idemvet/idemvet/internal/pass"
)

// Name is that of the plugin, its linter and its analyzer. It is the same for all three: golangci-lint writes the name of an analyzer in
// front of each message, unless it is the linter's.
const Name = "idemvet"

// golangci-lint finds plugins by this registration only. It is the one init function of the module.
func init() { //nolint:gochecknoinits // see above
	register.Plugin(Name, New)
}

// host is what holds the settings.
var host = &config.Host{
	Place: "linters.settings.custom." + Name + ".settings",
	Refused: map[string]string{
		"severity": "severities are set by severity.rules of golangci-lint",
		"exclude":  "files are left out by linters.exclusions of golangci-lint",
		"schema":   "SQL files are read by the command idemvet only",
		"unique":   "unique keys are looked at by the command idemvet only",
		"fail-on":  "golangci-lint fails on every issue; set confidence or select",
		"baseline": "golangci-lint has issues.new-from-rev and issues.new-from-merge-base",
		"tags":     "build tags are set by run.build-tags of golangci-lint",
		"link":     "golangci-lint runs linters over single packages; the command idemvet joins them",
	},
}

// plugin is one set of settings.
type plugin struct{ analyzer *analysis.Analyzer }

// New makes the plugin. The settings are what golangci-lint read, nil if there are none; what is not known in them is an error.
func New(settings any) (register.LinterPlugin, error) {
	c, err := host.Read(settings, analyzers.Metas())
	if err != nil {
		return nil, err
	}
	return plugin{pass.Bundle(analyzers.Rules(), c)}, nil
}

// BuildAnalyzers returns the one analyzer.
func (p plugin) BuildAnalyzers() ([]*analysis.Analyzer, error) {
	return []*analysis.Analyzer{p.analyzer}, nil
}

// GetLoadMode asks for types.
func (plugin) GetLoadMode() string { return register.LoadModeTypesInfo }
