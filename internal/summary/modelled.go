package summary

import (
	"go/types"

	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
)

// modelled is what model rows say of one function.
type modelled struct {
	rows   []*model.Entry
	method bool
	*Function
}

// fromRows turns the parts of rows that do not depend on a call's constants into a summary.
func fromRows(rows []*model.Entry, obj *types.Func) *modelled {
	m := &modelled{rows: rows, method: obj.Signature().Recv() != nil, Function: &Function{}}
	name := calleeName(obj)
	for _, e := range rows {
		if !m.dynamic(e) {
			m.flows(e, name, nil)
		}
		if e.Step != nil && e.Step.Record != nil { // what is inserted gets the number that the database draws
			in := m.input(*e.Step.Record)
			in.Sel = ""
			m.Fills = append(m.Fills, in)
		}
		m.TakesKey = m.TakesKey || e.TakesKey
		for _, p := range e.Rewinds {
			m.write(p, flow.Origin{Kind: flow.Const, Text: "rewound"})
		}
		for _, c := range e.Calls {
			m.Calls = append(m.Calls, Call{
				In: m.input(c.At), Regime: c.As, Cause: Cause{Text: because(c.As, name)},
				row: &rowCall{pkg: obj.Pkg(), needs: e.Needs, marker: c.Marker, final: c.Final, methods: c.Methods, tx: c.Tx, isolated: c.Isolated, reads: c.Reads},
			})
		}
	}
	return m
}

// because says why a function that is handed to somebody runs again.
func because(as model.Regime, name string) string {
	switch as {
	case model.AttemptHook:
		return "run on each attempt by " + name
	case model.TxRetry:
		return "run again on conflict by " + name
	case model.Redelivered:
		return "run for each delivery by " + name
	case model.Scheduled:
		return "run at each tick by " + name
	case model.Replayed:
		return "run again after a failure by " + name
	}
	return "retried by " + name
}

func (m *modelled) input(p model.Place) flow.Input {
	switch {
	case p.Root == model.Result:
		return flow.Input{Kind: flow.Result, Index: p.Index, Sel: p.Sel}
	case p.Root == model.Recv, !m.method:
		return flow.Input{Kind: flow.Param, Index: p.Index, Sel: p.Sel}
	}
	return flow.Input{Kind: flow.Param, Index: p.Index + 1, Sel: p.Sel}
}

func (m *modelled) origin(p model.Place) flow.Origin {
	return flow.Origin{Kind: flow.Param, In: m.input(p)}
}

func (m *modelled) write(p model.Place, o flow.Origin) {
	to := m.input(p)
	list := &m.Writes
	if to.Kind == flow.Result {
		list = &m.Results
	}
	for i := range *list {
		if (*list)[i].To == to {
			(*list)[i].From = flow.Normalize(append((*list)[i].From, o))
			return
		}
	}
	*list = append(*list, flow.Write{To: to, From: []flow.Origin{o}})
}

// calleeName is a function as a caller writes it: "uuid.NewString", "(*Client).Do".
func calleeName(obj *types.Func) string {
	recv := obj.Signature().Recv()
	if recv == nil {
		if obj.Pkg() == nil {
			return obj.Name()
		}
		return obj.Pkg().Name() + "." + obj.Name()
	}
	t := types.TypeString(recv.Type(), func(p *types.Package) string { return p.Name() })
	return "(" + t + ")." + obj.Name()
}
