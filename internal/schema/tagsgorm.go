package schema

import (
	"slices"
	"strings"
)

// readGorm reads `gorm:"…"` of v1 and v2, and the `sql:"…"` of v1.
func readGorm(r *structReader, f *FieldTag, tag, prefix string) {
	settings := gormSettings(tag)
	if _, embedded := settings.get("embedded"); embedded || f.Embedded && !slices.ContainsFunc(settings, setting.isKey) {
		more, _ := settings.get("embeddedprefix")
		r.embed(f, prefix+more)
		return
	}
	col := prefix + gormName(f.Name)
	if c, ok := settings.get("column"); ok {
		col = prefix + strings.ToLower(c)
	}
	if !relation(f) {
		r.columns = append(r.columns, col)
	}
	for _, s := range settings {
		switch s.key {
		case "primarykey", "primary_key":
			if s.on() {
				r.primary, r.at = append(r.primary, col), f.Line
			}
		case "unique":
			if s.on() {
				r.unique("", col, f.Line)
			}
		case "uniqueindex", "index":
			r.gormIndex(s, f, col)
		case "unique_index":
			// v1 only: v2 passes over the word, and the index is never made.
			for _, name := range strings.Split(s.value, ",") {
				r.unique(strings.ToLower(strings.TrimSpace(name)), col, f.Line).Unsure = true
			}
		}
	}
}

type setting struct{ key, value string }

func (s setting) on() bool { return !strings.EqualFold(s.value, "false") }

func (s setting) isKey() bool {
	return strings.Contains(s.key, "unique") || strings.Contains(s.key, "primary") || s.key == "column"
}

type settingList []setting

func (l settingList) get(key string) (string, bool) {
	for _, s := range l {
		if s.key == key {
			return s.value, true
		}
	}
	return "", false
}

func gormSettings(tag string) settingList { return settingsOf(tag, ';') }

// settingsOf splits "a;b:c" at separators that no backslash escapes.
func settingsOf(tag string, sep byte) settingList {
	var out settingList
	start := 0
	for i := 0; i <= len(tag); i++ {
		if i < len(tag) && (tag[i] != sep || i > 0 && tag[i-1] == '\\') {
			continue
		}
		part := strings.TrimSpace(strings.ReplaceAll(tag[start:i], `\`, ""))
		start = i + 1
		if k, v, _ := strings.Cut(part, ":"); k != "" {
			out = append(out, setting{strings.ToLower(strings.TrimSpace(k)), strings.TrimSpace(v)})
		}
	}
	return out
}

// gormIndex reads "uniqueIndex:name,where:…" and "index:name,unique". A key over several columns is one by its name, or by
// the word composite; one of its fields saying unique is enough.
func (r *structReader) gormIndex(s setting, f *FieldTag, col string) {
	name, rest, _ := strings.Cut(s.value, ",")
	options := settingsOf(rest, ',')
	name = strings.ToLower(strings.TrimSpace(name))
	id := name
	if composite, ok := options.get("composite"); ok && name == "" {
		id = "composite " + composite
	}
	if id == "" {
		id = "column " + col
	}
	g := r.group("index "+id, name, f.Line)
	g.index = true
	if expr, _ := options.get("expression"); expr != "" {
		g.Expr = true
		g.exprs = append(g.exprs, strings.ToLower(expr))
	} else {
		g.Columns = append(g.Columns, col)
	}
	if where, ok := options.get("where"); ok {
		g.Where = where
	}
	unique, said := options.get("unique")
	class, _ := options.get("class")
	g.keyed = g.keyed || s.key == "uniqueindex" || said && !strings.EqualFold(unique, "false") || strings.EqualFold(class, "unique")
}
