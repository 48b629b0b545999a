package sqlshape

import "strings"

// value reads an expression as a value.
func (r *reader) value(s span) Value {
	s = r.bare(s)
	v := Value{Kind: ExprValue, Index: -1}
	r.inside(s, &v)
	if s.hi-s.lo == 1 {
		return r.single(r.at(s.lo), v)
	}
	if s.empty() {
		v.Kind = HoleValue
		return v
	}
	if named, ok := r.named(s); ok {
		return named
	}
	if (r.at(s.lo).op("-") || r.at(s.lo).op("+")) && s.hi-s.lo == 2 && r.at(s.lo+1).kind == kNum {
		v.Kind, v.Text = LiteralValue, strings.TrimPrefix(r.at(s.lo).text+r.at(s.lo+1).text, "+")
		return v
	}
	v.Text = r.text(s)
	return v
}

// named reads the calls that stand for a value with a name: VALUES(column) of MySQL, sqlc.arg(name).
func (r *reader) named(s span) (Value, bool) {
	if !r.call(s) || r.at(s.lo+1).mate != s.lo+3 {
		return Value{}, false
	}
	arg := r.at(s.lo + 2)
	switch name := r.at(s.lo).full(); {
	case name == "values" && arg.name() && arg.last() != "":
		return Value{Kind: ExcludedValue, Index: -1, Text: arg.last()}, true
	case (name == "sqlc.arg" || name == "sqlc.narg" || name == "sqlc.slice") && (arg.name() || arg.kind == kStr) && arg.text != "":
		return Value{Kind: NamedValue, Index: -1, Text: arg.text, Names: []string{arg.text}}, true
	}
	return Value{}, false
}

// single reads a value of one token.
func (r *reader) single(t *token, v Value) Value {
	switch t.kind {
	case kParam:
		v.Kind, v.Index = ParamValue, t.ord
	case kNamed:
		v.Kind, v.Text = NamedValue, t.text
	case kStr, kNum:
		v.Kind, v.Text = LiteralValue, t.text
	case kHole:
		v.Kind, v.Index = HoleValue, t.ord
	case kWord, kName:
		return r.word(t, v)
	default:
		v.Text = t.text
	}
	return v
}

func (r *reader) word(t *token, v Value) Value {
	switch {
	case t.up == "NULL":
		v.Kind = NullValue
	case t.up == "DEFAULT":
		v.Kind = DefaultValue
	case t.up == "TRUE", t.up == "FALSE":
		v.Kind, v.Text = LiteralValue, strings.ToLower(t.up)
	case valueWords[t.up], reserved[t.up]:
		v.Text = t.full()
	case t.qual() == "excluded":
		v.Kind, v.Text = ExcludedValue, t.last()
	default:
		v.Kind, v.Text, v.Qual = ColumnValue, t.last(), t.qual()
	}
	return v
}

// call tells whether the span is one call of a function.
func (r *reader) call(s span) bool {
	return r.at(s.lo).name() && r.opens(s.lo+1) && r.at(s.lo+1).mate == s.hi-1
}

// bare drops what does not change which value it is: brackets, casts, types in front of strings, COLLATE.
func (r *reader) bare(s span) span {
	for {
		before := s
		if !r.query(s.lo) {
			s = r.unwrap(s)
		}
		if at := r.find(s, func(i int) bool { return r.at(i).op("::") }); at < s.hi && at > s.lo && r.typeName(span{at + 1, s.hi}) {
			s.hi = at
		}
		if at := r.findWord(s, "COLLATE"); at == s.hi-2 && at > s.lo {
			s.hi = at
		}
		if name := r.at(s.lo).up; r.call(s) && (name == "CAST" || name == "TRY_CAST" || name == "SAFE_CAST") {
			in := r.inner(s.lo + 1)
			if as := r.findWord(in, "AS"); as > in.lo && as < in.hi {
				s = span{in.lo, as}
			}
		}
		if s.hi-s.lo == 2 && r.at(s.lo).kind == kWord && r.at(s.lo+1).kind == kStr && !r.at(s.lo).isAny("NOT", "INTERVAL") {
			s.lo++
		}
		if s == before {
			return s
		}
	}
}

func (t *token) isAny(words ...string) bool {
	for _, w := range words {
		if t.up == w {
			return true
		}
	}
	return false
}

// typeName tells whether a span is the name of a type, with casts to further types behind it.
func (r *reader) typeName(s span) bool {
	if s.empty() {
		return false
	}
	for i := s.lo; i < s.hi; i = r.next(i) {
		t := r.at(i)
		ok := t.name() && !t.isAny("AND", "OR", "IS", "IN", "NOT", "LIKE", "BETWEEN", "AT") ||
			t.is("(") || t.is("[") || t.op("::") || t.is("]")
		if !ok {
			return false
		}
	}
	return true
}

// inside notes the placeholders in the span.
func (r *reader) inside(s span, v *Value) {
	for i := s.lo; i < s.hi; i++ {
		switch t := r.at(i); t.kind {
		case kParam:
			v.Params = append(v.Params, t.ord)
		case kNamed:
			v.Names = append(v.Names, t.text)
		}
	}
}
