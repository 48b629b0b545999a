package rule

import (
	"slices"

	"github.com/idemvet/idemvet/internal/origin"
	"github.com/idemvet/idemvet/internal/summary"
)

// Hoistable is the edit for a key that is made anew each time and only has to be made once.
func Hoistable(e *summary.RegionEvent) Mend {
	if slices.ContainsFunc(e.Mints, func(o origin.Origin) bool { return o.Joined }) {
		return MendHoistPart
	}
	return MendHoist
}
