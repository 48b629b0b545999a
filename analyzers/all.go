// Package analyzers lists the rules.
package analyzers

import (
	"golang.org/x/tools/go/analysis"

	"github.com/idemvet/idemvet/analyzers/abortedtx"
	"github.com/idemvet/idemvet/analyzers/attemptkey"
	"github.com/idemvet/idemvet/analyzers/bodydrift"
	"github.com/idemvet/idemvet/analyzers/burntclaim"
	"github.com/idemvet/idemvet/analyzers/capturedstate"
	"github.com/idemvet/idemvet/analyzers/checktheninsert"
	"github.com/idemvet/idemvet/analyzers/claimignored"
	"github.com/idemvet/idemvet/analyzers/claimttl"
	"github.com/idemvet/idemvet/analyzers/conflicttarget"
	"github.com/idemvet/idemvet/analyzers/constkey"
	"github.com/idemvet/idemvet/analyzers/consumereffect"
	"github.com/idemvet/idemvet/analyzers/consumerincrement"
	"github.com/idemvet/idemvet/analyzers/consumerinsert"
	"github.com/idemvet/idemvet/analyzers/deliverykey"
	"github.com/idemvet/idemvet/analyzers/drainedbody"
	"github.com/idemvet/idemvet/analyzers/dualwrite"
	"github.com/idemvet/idemvet/analyzers/duplicatestops"
	"github.com/idemvet/idemvet/analyzers/earlyack"
	"github.com/idemvet/idemvet/analyzers/effectbeforeintent"
	"github.com/idemvet/idemvet/analyzers/effectintx"
	"github.com/idemvet/idemvet/analyzers/expiredclaim"
	"github.com/idemvet/idemvet/analyzers/freshresend"
	"github.com/idemvet/idemvet/analyzers/idemconfig"
	"github.com/idemvet/idemvet/analyzers/keyignored"
	"github.com/idemvet/idemvet/analyzers/keyinretry"
	"github.com/idemvet/idemvet/analyzers/keypii"
	"github.com/idemvet/idemvet/analyzers/keyscope"
	"github.com/idemvet/idemvet/analyzers/lockonpool"
	"github.com/idemvet/idemvet/analyzers/lostupdate"
	"github.com/idemvet/idemvet/analyzers/memorydedup"
	"github.com/idemvet/idemvet/analyzers/outerhandle"
	"github.com/idemvet/idemvet/analyzers/poisonedkey"
	"github.com/idemvet/idemvet/analyzers/putinserts"
	"github.com/idemvet/idemvet/analyzers/rawfingerprint"
	"github.com/idemvet/idemvet/analyzers/serverkey"
	"github.com/idemvet/idemvet/analyzers/shortwindow"
	"github.com/idemvet/idemvet/analyzers/splitclaim"
	"github.com/idemvet/idemvet/analyzers/swallowedretry"
	"github.com/idemvet/idemvet/analyzers/timededup"
	"github.com/idemvet/idemvet/analyzers/unkeyedretry"
	"github.com/idemvet/idemvet/analyzers/unknownasfailed"
	"github.com/idemvet/idemvet/analyzers/unstablebody"
	"github.com/idemvet/idemvet/analyzers/unstablekey"
	"github.com/idemvet/idemvet/analyzers/unwrappedroute"
	"github.com/idemvet/idemvet/analyzers/zerorows"
	"github.com/idemvet/idemvet/internal/rule"
	"github.com/idemvet/idemvet/internal/suppress"
)

// Rules returns all rules, sorted by id.
func Rules() []*rule.Rule {
	return []*rule.Rule{
		keyinretry.Rule,
		attemptkey.Rule,
		serverkey.Rule,
		constkey.Rule,
		keypii.Rule,
		unkeyedretry.Rule,
		keyscope.Rule,
		rawfingerprint.Rule,
		unstablekey.Rule,
		bodydrift.Rule,
		drainedbody.Rule,
		freshresend.Rule,
		deliverykey.Rule,
		unstablebody.Rule,
		checktheninsert.Rule,
		claimttl.Rule,
		abortedtx.Rule,
		zerorows.Rule,
		splitclaim.Rule,
		poisonedkey.Rule,
		expiredclaim.Rule,
		claimignored.Rule,
		lockonpool.Rule,
		memorydedup.Rule,
		burntclaim.Rule,
		conflicttarget.Rule,
		consumerincrement.Rule,
		consumerinsert.Rule,
		lostupdate.Rule,
		earlyack.Rule,
		duplicatestops.Rule,
		effectbeforeintent.Rule,
		effectintx.Rule,
		dualwrite.Rule,
		consumereffect.Rule,
		unknownasfailed.Rule,
		capturedstate.Rule,
		outerhandle.Rule,
		swallowedretry.Rule,
		shortwindow.Rule,
		timededup.Rule,
		putinserts.Rule,
		keyignored.Rule,
		unwrappedroute.Rule,
	}
}

// Metas describes all that a finding can be of: the rules, and those about comments.
func Metas() []*rule.Meta {
	out := suppress.Metas()
	for _, r := range Rules() {
		out = append(out, &r.Meta)
	}
	return out
}

// Analyzers returns idemconfig, which has the settings, and an analyzer for each rule, in the order of Rules.
func Analyzers() []*analysis.Analyzer {
	return []*analysis.Analyzer{
		idemconfig.Analyzer,
		keyinretry.Analyzer,
		attemptkey.Analyzer,
		serverkey.Analyzer,
		constkey.Analyzer,
		keypii.Analyzer,
		unkeyedretry.Analyzer,
		keyscope.Analyzer,
		rawfingerprint.Analyzer,
		unstablekey.Analyzer,
		bodydrift.Analyzer,
		drainedbody.Analyzer,
		freshresend.Analyzer,
		deliverykey.Analyzer,
		unstablebody.Analyzer,
		checktheninsert.Analyzer,
		claimttl.Analyzer,
		abortedtx.Analyzer,
		zerorows.Analyzer,
		splitclaim.Analyzer,
		poisonedkey.Analyzer,
		expiredclaim.Analyzer,
		claimignored.Analyzer,
		lockonpool.Analyzer,
		memorydedup.Analyzer,
		burntclaim.Analyzer,
		conflicttarget.Analyzer,
		consumerincrement.Analyzer,
		consumerinsert.Analyzer,
		lostupdate.Analyzer,
		earlyack.Analyzer,
		duplicatestops.Analyzer,
		effectbeforeintent.Analyzer,
		effectintx.Analyzer,
		dualwrite.Analyzer,
		consumereffect.Analyzer,
		unknownasfailed.Analyzer,
		capturedstate.Analyzer,
		outerhandle.Analyzer,
		swallowedretry.Analyzer,
		shortwindow.Analyzer,
		timededup.Analyzer,
		putinserts.Analyzer,
		keyignored.Analyzer,
		unwrappedroute.Analyzer,
	}
}
