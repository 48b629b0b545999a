package model

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"reflect"

	"go.yaml.in/yaml/v3"
)

// Directive is a row that stands in the source code of a package, at the function, field or type that it is about. It is
// plain data: facts carry it to the packages that import this one, and each side reads Text by the same routine.
type Directive struct {
	About  string // "func", "field" or "type"
	Symbol string // as a row names it
	Word   string // of the directive
	Text   string // the row in YAML flow form, without braces: "fresh: random"
	File   string // base name
	Line   int
}

// Row reads a directive, as strictly as a model file. Errors name file and line.
func (d *Directive) Row() (*Entry, error) {
	e := &Entry{}
	dec := yaml.NewDecoder(bytes.NewReader([]byte("{" + d.Text + "\n}")))
	dec.KnownFields(true)
	if err := dec.Decode(e); err != nil {
		_, msg := explain(err)
		return nil, d.errorf("%s", msg)
	}
	if err := dec.Decode(&struct{}{}); !errors.Is(err, io.EOF) {
		return nil, d.errorf("the row goes on behind its end")
	}
	if len(e.Func)+len(e.Field)+len(e.Type)+len(e.Var) > 0 {
		return nil, d.errorf("it names what it is about; it is about what it stands at, %s", d.Symbol)
	}
	switch d.About {
	case "func":
		e.Func = Names{d.Symbol}
	case "field":
		e.Field = Names{d.Symbol}
	default:
		e.Type = Names{d.Symbol}
	}
	e.file, e.line = d.File, d.Line
	if err := e.check(); err != nil {
		return nil, d.errorf("%w", err)
	}
	return e, nil
}

func (d *Directive) errorf(format string, args ...any) error {
	return fmt.Errorf("%s:%d: %w", d.File, d.Line, fmt.Errorf("//idemvet:"+d.Word+": "+format, args...))
}

// Places lists the places that a row speaks of.
func (e *Entry) Places() []Place {
	var list []Place
	var walk func(v reflect.Value)
	walk = func(v reflect.Value) {
		if p, ok := v.Interface().(Place); ok {
			if p.Root != 0 {
				list = append(list, p)
			}
			return
		}
		switch v.Kind() {
		case reflect.Pointer:
			if !v.IsNil() {
				walk(v.Elem())
			}
		case reflect.Slice:
			for i := range v.Len() {
				walk(v.Index(i))
			}
		case reflect.Struct:
			for i := range v.NumField() {
				if v.Type().Field(i).IsExported() {
					walk(v.Field(i))
				}
			}
		}
	}
	walk(reflect.ValueOf(*e))
	if e.When != nil {
		list = append(list, Place{Root: Arg, Index: e.When.Arg})
	}
	return list
}

// Directives indexes the rows that stand in the source code of a package. A row that is refused, or that is a second one
// on its symbol, is left out and told of; the others hold.
func Directives(path string, list []Directive) (*Package, []error) {
	if len(list) == 0 {
		return nil, nil
	}
	p := newPackage(path)
	seen := map[string]int{}
	var errs []error
	for i := range list {
		e, err := list[i].Row()
		if err == nil {
			err = p.addRow(e, seen)
		}
		if err != nil {
			errs = append(errs, err)
		}
	}
	return p, errs
}
