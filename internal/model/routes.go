package model

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Route says that a call tells a router what serves which requests, puts middleware around what is told, or makes a router
// below another. A call may do several of these.
type Route struct {
	// Router is the router, or an earlier step of the same route; the receiver by default. A function without one adds to the
	// router of its package.
	Router *Place `yaml:"router,omitempty"`
	// Method is a constant (POST) or the place of one or several. Without it the path begins with it, or any will do.
	Method string `yaml:"method,omitempty"`
	Path   *Place `yaml:"path,omitempty"`
	// Handler is what serves the requests. Of a list it is the last, and what stands before it is middleware.
	Handler *Place `yaml:"handler,omitempty"`
	// Wrap is middleware, or a list of it.
	Wrap *Place `yaml:"wrap,omitempty"`
	// Sub is the router below: a result, or a function that is given it as its first parameter.
	Sub *Place `yaml:"sub,omitempty"`
}

func (r *Route) check() error {
	switch {
	case r.Handler == nil && r.Wrap == nil && r.Sub == nil && r.Method == "":
		return errors.New("route says neither what serves, nor what stands around it, nor which router is below")
	case r.Method == "" || methodRE.MatchString(r.Method):
		return nil
	}
	if _, err := ParsePlace(r.Method); err != nil {
		return fmt.Errorf("route needs a method in capitals or a place, not %q", r.Method)
	}
	return nil
}

// MethodAt is the place of the method, where it is no constant.
func (r *Route) MethodAt() (Place, bool) {
	if r.Method == "" || methodRE.MatchString(r.Method) {
		return Place{}, false
	}
	p, err := ParsePlace(r.Method)
	return p, err == nil
}

// AnswerCode is the status with which the request is answered: a constant, or the place of one.
func (e *Entry) AnswerCode() (code int64, at Place, ok bool) {
	if e.Answers == "" {
		return 0, Place{}, false
	}
	if n, err := strconv.ParseInt(e.Answers, 10, 64); err == nil {
		return n, Place{}, true
	}
	at, err := ParsePlace(e.Answers)
	return 0, at, err == nil
}

func (e *Entry) checkRoutes() error {
	if e.Route != nil {
		if err := e.Route.check(); err != nil {
			return err
		}
	}
	if _, _, ok := e.AnswerCode(); e.Answers != "" && !ok {
		return fmt.Errorf("answers needs a status or a place, not %q", e.Answers)
	}
	if len(e.Var) > 0 && strings.Contains(e.Answers, " ") {
		return errors.New("a variable has no places")
	}
	return nil
}

// routes describes what is told to routers and to those who ask.
func (d *describer) routes(e *Entry) {
	if r := e.Route; r != nil {
		d.add("route" + optional(", router ", r.Router) + prefixed(", method ", r.Method) + optional(", path ", r.Path) + optional(", served by ", r.Handler) +
			optional(", middleware ", r.Wrap) + optional(", router below: ", r.Sub))
	}
	if e.Answers != "" {
		d.add("answers a request, status ", e.Answers)
	}
	if e.TakesKey {
		d.add("is middleware that takes the idempotency key of requests")
	}
	if e.Binds {
		d.add("binds what is given beside it to interfaces")
	}
}

// AnswersBy reports whether requests are answered by methods of a type.
func (p *Package) AnswersBy(typeName string) bool {
	for ; p != nil; p = p.under {
		for name, rows := range p.funcs {
			if strings.HasPrefix(name, typeName+".") && slices.ContainsFunc(rows, func(e *Entry) bool { return e.Answers != "" }) {
				return true
			}
		}
	}
	return false
}
