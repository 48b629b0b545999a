package summary

import (
	"github.com/idemvet/idemvet/internal/effect"
	"github.com/idemvet/idemvet/internal/model"
)

// sendsAgain finds effects that reach people or move money, of code that is run again, which neither a record nor the receiver
// keeps from being repeated. In a retry loop a request without a key is wrong whatever it does; that is told of requests.
func (w *function) sendsAgain() {
	for i := range w.ops {
		e := &w.ops[i]
		if !personal(e.Effect) || e.Keyed {
			continue
		}
		r, again := w.doneAgain(e)
		if !again || r.why.regime == model.Retry || r.why.regime == model.Scheduled {
			continue
		}
		by := r.by
		if by == nil {
			by = e
		}
		w.pair(effect.Pair{Kind: effect.SendsAgain, Lack: r.lack, Regime: r.why.regime, Again: r.why.cause.Text, AgainAt: r.why.cause.At}, by, e)
	}
}
