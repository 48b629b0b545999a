package flow

import "testing"

func TestBelow(t *testing.T) {
	for _, c := range []struct {
		sel, base, rest string
		ok              bool
	}{
		{"", "", "", true},
		{".A", "", ".A", true},
		{".A.B", ".A", ".B", true},
		{".A", ".A.B", "", false},
		{".AB", ".A", "", false},
		{".A[k]", ".A[k]", "", true},
		{".A[*]", ".A[k]", "", true},
		{".A[k].B", ".A[*]", ".B", true},
		{"[a]", "[b]", "", false},
		{"[a]", ".a", "", false},
	} {
		if rest, ok := below(c.sel, c.base); rest != c.rest || ok != c.ok {
			t.Errorf("below(%q, %q) = %q, %v; want %q, %v", c.sel, c.base, rest, ok, c.rest, c.ok)
		}
	}
	if !Overlap(".A", ".A.B") || !Overlap(".A.B", ".A") || Overlap(".A", ".B") {
		t.Error("Overlap: a place shares memory with what lies under it, and with nothing else")
	}
	if depth(".A[k].B") != 3 || depth("") != 0 {
		t.Error("depth counts segments")
	}
}

func TestNormalize(t *testing.T) {
	o := func(i int) Origin { return Origin{Kind: Param, In: Input{Kind: Param, Index: i}} }
	set := Normalize([]Origin{o(2), o(1), o(2)})
	if len(set) != 2 || set[0].In.Index != 1 {
		t.Errorf("not sorted and unique: %+v", set)
	}
	var many []Origin
	for i := range maxSet + 1 {
		many = append(many, o(i))
	}
	if set := Normalize(many); len(set) != 1 || set[0].Kind != Unknown {
		t.Errorf("a set over the limit must become unknown, not lose members: %+v", set)
	}
	if _, ok := NormalizeConds(make([]Cond, 3)); !ok {
		t.Error("equal conditions count once")
	}
}
