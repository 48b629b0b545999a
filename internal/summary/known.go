package summary

import (
	"time"

	"github.com/idemvet/idemvet/internal/model"
)

// Known is what is known beside the package itself. The zero value is what is built in.
type Known struct {
	Imported   Lookup            // facts of imports; nil is none
	Models     *model.Rows       // of libraries
	Directives []model.Directive // in the source of the package
	Horizon    time.Duration     // after which no repeat comes any more, as somebody says; 0 is not known

	Wired Wired   // of the whole program; nil for a package that is analysed alone
	Again []Rerun // functions of the package that run again because of others
	Wire  bool    // say in the result what the package itself contributes to that
}

// rows is what is known of an import path: the user's rows, those in its source, which facts carry here, and those that are
// built in. Everything in this package that asks for rows asks here, so that all of them count everywhere.
func (b *builder) rows(path string) *model.Package {
	p, ok := b.rowsOf[path]
	if !ok {
		list := b.known.Directives
		if path != b.pkg.Path {
			list = b.facts(path).Directives()
		}
		source, _ := model.Directives(path, list) // mistakes were told where they stand
		p = b.known.Models.With(path, source)
		b.rowsOf[path] = p
	}
	return p
}

// facts is what an import's facts say, or nil.
func (b *builder) facts(path string) *Package {
	if b.known.Imported == nil {
		return nil
	}
	return b.known.Imported(path)
}
