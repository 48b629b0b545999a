// Package idemconfig has the settings of the rules for hosts that list analyzers one by one.
package idemconfig

import "github.com/idemvet/idemvet/internal/pass"

// Analyzer has the settings of all rules as flags, and reports what belongs to no rule: comments for idemvet with mistakes (IDV001)
// and packages that could not be analysed. Other analyzers work without it, with the default settings.
var Analyzer = pass.Common
