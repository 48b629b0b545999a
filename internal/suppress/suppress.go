// Package suppress decides which findings a comment in the source says are meant, and what is wrong with such comments.
//
//	//idemvet:ignore IDV101 -- the provider ignores keys
//	//idemvet:ignore IDV101,IDV201 until=2027-01-31 -- ticket 7
//	//idemvet:file-ignore IDV403 -- one writer only
//
// internal/directive reads the comments; here they are plain data, so that they can be kept with the results of a package.
package suppress

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/idemvet/idemvet/internal/nearest"
	"github.com/idemvet/idemvet/internal/rule"
)

// Words of comments that this package is about.
const (
	Ignore     = "ignore"      // a line, or a declaration
	FileIgnore = "file-ignore" // a file
	Guarded    = "guarded"     // a function that no repeat reaches; the engine heeds it
	Idempotent = "idempotent"  // a function whose repeat does no harm; the engine heeds it
)

// Comment is one such comment.
type Comment struct {
	Word   string
	Rules  []string `json:",omitempty"` // as they are written
	Reason string   `json:",omitempty"`
	Until  string   `json:",omitempty"` // the last day on which it holds, 2006-01-02
	At     rule.Place
	// First and Last are the lines of the file that it covers.
	First, Last int    `json:",omitempty"`
	Fault       string `json:",omitempty"` // why it says nothing
	// Idle says of a function that is called guarded or idempotent that nothing in it could do harm.
	Idle bool `json:",omitempty"`
	// Within is the function that it stands in.
	Within string `json:",omitempty"`
}

// Set is the comments of a program.
type Set struct {
	list    []*comment
	byFile  map[file][]*comment
	aliases map[string]string // names of rules, in lower case, to their ids
	today   string
}

type comment struct {
	Comment
	ids     []string
	unknown string // a rule that is none; the others of the comment hold
	used    map[string]bool
}

type file struct{ pkg, name string }

// New checks comments. The rules are all that exist.
func New(list []Comment, rules []*rule.Meta, today time.Time) *Set {
	s := &Set{byFile: map[file][]*comment{}, aliases: map[string]string{}, today: today.Format(time.DateOnly)}
	var names []string
	for _, m := range rules {
		s.aliases[strings.ToLower(m.ID)], s.aliases[strings.ToLower(m.Name)] = m.ID, m.ID
		names = append(names, m.ID, m.Name)
	}
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b Comment) int { return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.Word, b.Word)) })
	// A package and its test variant have the same comments.
	list = slices.CompactFunc(list, func(a, b Comment) bool { return a.At == b.At && a.Word == b.Word })
	for i := range list {
		c := &comment{Comment: list[i], used: map[string]bool{}}
		for _, word := range c.Rules {
			id, ok := s.aliases[strings.ToLower(word)]
			if ok {
				c.ids = append(c.ids, id)
			} else if c.unknown == "" {
				c.unknown = "names an " + nearest.Unknown("rule", word, names).Error()
			}
		}
		s.list = append(s.list, c)
		f := file{c.At.Pkg, c.At.File}
		s.byFile[f] = append(s.byFile[f], c)
	}
	return s
}

// Find returns the comment that suppresses a finding, or nil, and notes that it is of use.
func (s *Set) Find(f *rule.Finding) *Comment {
	var found *Comment
	for _, c := range s.byFile[file{f.At.Pkg, f.At.File}] {
		if c.covers(f) && !s.expired(c) {
			c.used[f.Rule] = true
			if found == nil {
				found = &c.Comment
			}
		}
	}
	return found
}

func (c *comment) covers(f *rule.Finding) bool {
	if c.Fault != "" || c.Word != Ignore && c.Word != FileIgnore || !slices.Contains(c.ids, f.Rule) {
		return false
	}
	return c.Word == FileIgnore || c.First <= f.At.Line && f.At.Line <= c.Last
}

func (s *Set) expired(c *comment) bool { return c.Until != "" && c.Until < s.today }

// Faults are findings about comments that say nothing.
func (s *Set) Faults() []rule.Finding {
	var out []rule.Finding
	for _, c := range s.list {
		if fault := cmp.Or(c.Fault, c.unknown); fault != "" {
			out = append(out, Malformed.finding(&c.Comment, "", fault,
				"write //idemvet:"+usage(c.Word)+", with a reason that the next reader understands"))
		}
	}
	return out
}

func usage(word string) string {
	if word == Guarded || word == Idempotent {
		return word + " -- why"
	}
	return word + " IDV101 -- why"
}

// Unused are findings about comments that suppress nothing. They mean something only after Find was asked for all findings of
// the whole program, whatever their confidence.
func (s *Set) Unused() []rule.Finding {
	var out []rule.Finding
	for _, c := range s.list {
		switch {
		case c.Fault != "":
		case s.expired(c):
			out = append(out, Unused.finding(&c.Comment, "until", "held until "+c.Until+", and suppresses nothing any more", "mend what it is about, or write a new day and why"))
		case c.Word == Guarded || c.Word == Idempotent:
			if c.Idle {
				out = append(out, Unused.finding(&c.Comment, c.Within, "is not needed: nothing in "+c.Within+" could do harm when it runs again", "delete the comment"))
			}
		default:
			for _, id := range c.ids {
				if !c.used[id] {
					out = append(out, Unused.finding(&c.Comment, id, fmt.Sprintf("hides nothing: no %s is found %s", id, where(c.Word)), "delete "+id+" from the comment, or the comment"))
				}
			}
		}
	}
	return out
}

func where(word string) string {
	if word == FileIgnore {
		return "in this file"
	}
	return "here"
}
