package check

// routes checks what a row says about routers, and about answers to requests.
func (p *places) routes() {
	if r := p.e.Route; r != nil {
		p.optional("router", r.Router, "a router", isObject)
		p.optional("path", r.Path, "a text", isText)
		p.optional("handler", r.Handler, "a function", isFunc)
		p.optional("wrap", r.Wrap, "a function", isFunc)
		if r.Sub != nil {
			p.want("sub", *r.Sub, "a router", isAny)
		}
		if at, ok := r.MethodAt(); ok {
			p.want("method", at, "a text", isText)
		}
		if r.Router == nil && p.sig.Recv() != nil && !isObject(p.sig.Recv().Type()) {
			p.failf("route: the receiver is no router")
		}
	}
	if code, at, ok := p.e.AnswerCode(); ok && code == 0 {
		p.want("answers", at, "a number", isInteger)
	}
}
