package rule

import (
	"slices"

	"github.com/idemvet/idemvet/internal/model"
	"github.com/idemvet/idemvet/internal/origin"
	"github.com/idemvet/idemvet/internal/summary"
)

// Hoistable is the edit for a key that is made anew each time and only has to be made once. There is none for a time: read once, it
// is still a key that two calls may share and that no repeat of the call has (IDV102).
func Hoistable(e *summary.RegionEvent) Mend {
	switch {
	case slices.ContainsFunc(e.Mints, func(o origin.Origin) bool { return o.Fresh == model.Clock }):
		return ""
	case slices.ContainsFunc(e.Mints, func(o origin.Origin) bool { return o.Joined }):
		return MendHoistPart
	}
	return MendHoist
}
