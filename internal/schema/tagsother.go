package schema

import "strings"

// readBun reads `bun:"…"` and `pg:"…"`, which share their grammar: a column name, then options.
func readBun(r *structReader, f *FieldTag, tag, prefix string) {
	options := commaSettings(tag)
	first := ""
	if len(options) > 0 && !strings.HasPrefix(tag, ",") && options[0].value == "" {
		first = options[0].key
	}
	if base := baseName(f.Type); f.Name == "tableName" || f.Name == "BaseModel" || f.Embedded && base == "BaseModel" {
		if t, ok := options.get("table"); ok {
			first = t
		}
		if r.model.Table == "" && first != "" && first != "alias" {
			r.model.Table = strings.ToLower(strings.Trim(first, `"'`))
		}
		return
	}
	if more, ok := options.get("embed"); ok || f.Embedded && first == "" {
		r.embed(f, prefix+more)
		return
	}
	col := prefix + r.column(f.Name)
	if first != "" && !bunOption[first] {
		col = prefix + strings.ToLower(first)
	}
	if _, rel := options.get("rel"); rel || relation(f) && len(options) == 0 {
		return
	}
	r.columns = append(r.columns, col)
	for _, s := range options {
		switch s.key {
		case "pk":
			r.primary, r.at = append(r.primary, col), f.Line
		case "unique":
			for _, group := range strings.Split(strings.Trim(s.value, "'"), ",") {
				r.unique(strings.ToLower(group), col, f.Line)
			}
		}
	}
}

// bunOption are words that are options where a column name is expected: `bun:"pk"` is a primary key, not a column pk.
var bunOption = set("pk", "unique", "notnull", "nullzero", "autoincrement", "soft_delete", "scanonly", "array", "hstore", "use_zero")

// commaSettings splits at commas outside of quotes.
func commaSettings(tag string) settingList {
	quote, depth := false, 0
	mask := []byte(tag)
	for i, c := range mask {
		switch {
		case c == '\'':
			quote = !quote
		case c == '(':
			depth++
		case c == ')':
			depth--
		case c == ',' && (quote || depth > 0):
			mask[i] = '\x01'
		}
	}
	out := settingsOf(string(mask), ',')
	for i := range out {
		out[i].value = strings.ReplaceAll(out[i].value, "\x01", ",")
	}
	return out
}

// readXorm reads `xorm:"…"`: words in any order, the column in quotes or as a word that means nothing else.
func readXorm(r *structReader, f *FieldTag, tag, prefix string) {
	list := xormWords(tag)
	col, named := prefix+r.column(f.Name), false
	for i, w := range list {
		name, quoted := strings.CutPrefix(w.key, "'")
		if quoted || !xormWord[w.key] && w.value == "" && (i == 0 || list[i-1].key != "default") {
			col, named = prefix+strings.TrimSuffix(name, "'"), true
		}
	}
	if _, ok := list.get("extends"); ok || f.Embedded && !named {
		r.embed(f, prefix)
		return
	}
	r.columns = append(r.columns, col)
	for _, w := range list {
		switch w.key {
		case "pk":
			r.primary, r.at = append(r.primary, col), f.Line
		case "unique":
			for _, group := range strings.Split(w.value, ",") {
				r.unique(strings.ToLower(strings.TrimSpace(group)), col, f.Line)
			}
		}
	}
}

// xormWord are words that are no column names, types without a length among them.
var xormWord = set("pk", "autoincr", "not", "null", "notnull", "unique", "index", "extends", "->", "<-", "-", "created", "updated",
	"deleted", "version", "default", "comment", "cache", "nocache", "local", "utc", "json", "jsonb", "bit", "bool", "boolean",
	"tinyint", "smallint", "mediumint", "int", "integer", "bigint", "unsigned", "serial", "bigserial", "char", "varchar", "nvarchar",
	"text", "tinytext", "mediumtext", "longtext", "ntext", "blob", "tinyblob", "mediumblob", "longblob", "binary", "varbinary", "bytea",
	"date", "datetime", "time", "timestamp", "timestampz", "decimal", "numeric", "money", "real", "float", "double", "uuid", "enum", "set")

// xormWords splits "varchar(20) unique(a) 'col'" at spaces outside of quotes and parentheses.
func xormWords(tag string) settingList {
	var out settingList
	depth, quote, start := 0, false, 0
	for i := 0; i <= len(tag); i++ {
		if i < len(tag) {
			switch c := tag[i]; {
			case c == '\'':
				quote = !quote
			case quote:
			case c == '(':
				depth++
			case c == ')':
				depth--
			}
			if tag[i] != ' ' || depth > 0 || quote {
				continue
			}
		}
		word := strings.TrimSpace(tag[start:i])
		start = i + 1
		if key, value, _ := strings.Cut(word, "("); key != "" {
			out = append(out, setting{strings.ToLower(key), strings.TrimSuffix(value, ")")})
		}
	}
	return out
}
