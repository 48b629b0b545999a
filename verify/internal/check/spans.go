package check

import "github.com/idemvet/idemvet/internal/model"

// spans checks what a row says about lengths of time and scripts.
func (p *places) spans() {
	for _, list := range [][]model.Span{p.e.Window, p.e.Horizon} {
		for i := range list {
			p.optional("a length of time", list[i].At, "a time or a number", isAny)
			p.optional("with", list[i].With, "a value", isAny)
		}
	}
	p.optional("cuts", p.e.Cuts, "a time", isAny)
	if s := p.e.Script; s != nil {
		p.want("text", s.Text, "", isAny)
		p.want("keys", s.Keys, "a list", isAny)
		p.want("args", s.Args, "a list", isAny)
	}
}
