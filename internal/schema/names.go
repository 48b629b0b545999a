package schema

import "strings"

// The plural of a table name follows github.com/jinzhu/inflection v1.0.0, which gorm, bun and go-pg use, down to its mistakes
// ("human" becomes "humen"): what counts is the name of the table, not English. ent uses go-openapi/inflect, which agrees on
// all words but rare ones.

var uncountable = set("equipment", "information", "rice", "money", "species", "series", "fish", "sheep", "jeans", "police")

// endings are tried in turn, before the general rules; those with a caret are whole words.
var endings = [][2]string{
	{"person", "people"}, {"man", "men"}, {"child", "children"}, {"sex", "sexes"}, {"move", "moves"},
	{"quiz", "quizzes"}, {"^ox", "oxen"}, {"^oxen", "oxen"}, {"^mouse", "mice"}, {"^mice", "mice"}, {"^louse", "lice"}, {"^lice", "lice"},
	{"matrix", "matrices"}, {"vertex", "vertices"}, {"vertix", "vertices"}, {"index", "indices"}, {"indix", "indices"},
	{"hive", "hives"}, {"sis", "ses"}, {"tum", "ta"}, {"ium", "ia"}, {"ta", "ta"}, {"ia", "ia"},
	{"buffalo", "buffaloes"}, {"tomato", "tomatoes"}, {"bus", "buses"}, {"alias", "aliases"}, {"status", "statuses"},
	{"octopus", "octopi"}, {"octopi", "octopi"}, {"virus", "viri"}, {"viri", "viri"}, {"^axis", "axes"}, {"^testis", "testes"},
	{"x", "xes"}, {"ch", "ches"}, {"ss", "sses"}, {"sh", "shes"}, {"s", "s"}, {"lf", "lves"}, {"rf", "rves"}, {"quy", "quies"},
}

// plural expects a lower-case name.
func plural(name string) string {
	if name == "" || uncountable[name] {
		return name
	}
	for _, e := range endings {
		if word, whole := strings.CutPrefix(e[0], "^"); whole && name == word {
			return e[1]
		} else if stem, ok := strings.CutSuffix(name, e[0]); ok {
			return stem + e[1]
		}
	}
	n := len(name)
	switch before := name[max(0, n-2)]; {
	case n > 1 && name[n-1] == 'y' && !strings.ContainsRune("aeiouy", rune(before)):
		return name[:n-1] + "ies"
	case n > 2 && strings.HasSuffix(name, "fe") && name[n-3] != 'f':
		return name[:n-2] + "ves"
	case !lower(name[n-1]):
		return name
	}
	return name + "s"
}

// initialisms that gorm v2 takes for one word, and so for lower case but the first letter. Their order is that of gorm: the
// first that fits wins, so that HTTPServer is http_server and HTTPSPort http_s_port.
var initialisms = strings.NewReplacer(
	"API", "Api", "ASCII", "Ascii", "CPU", "Cpu", "CSS", "Css", "DNS", "Dns", "EOF", "Eof", "GUID", "Guid", "HTML", "Html",
	"HTTP", "Http", "HTTPS", "Https", "ID", "Id", "IP", "Ip", "JSON", "Json", "LHS", "Lhs", "QPS", "Qps", "RAM", "Ram",
	"RHS", "Rhs", "RPC", "Rpc", "SLA", "Sla", "SMTP", "Smtp", "SSH", "Ssh", "TLS", "Tls", "TTL", "Ttl", "UID", "Uid",
	"UI", "Ui", "UUID", "Uuid", "URI", "Uri", "URL", "Url", "UTF8", "Utf8", "VM", "Vm", "XML", "Xml", "XSRF", "Xsrf", "XSS", "Xss",
)

// gormName is the column or table of a Go name by gorm's default naming strategy.
func gormName(name string) string {
	return snake(initialisms.Replace(name), func(s string, i int) bool {
		return !upper(s[i-1]) && s[i-1] != '_' || upper(s[i-1]) && i+1 < len(s) && lower(s[i+1])
	})
}

// plainSnake is the naming of bun, go-pg and ent: a capital at the end of a name that has none before it stays attached.
func plainSnake(name string) string {
	return snake(name, func(s string, i int) bool { return i+1 < len(s) && (lower(s[i-1]) || lower(s[i+1])) })
}

// snake lowers a name; before says whether a capital that is not the first letter begins a word.
func snake(name string, before func(s string, i int) bool) string {
	var b strings.Builder
	for i := range len(name) {
		c := name[i]
		if upper(c) {
			if i > 0 && before(name, i) {
				b.WriteByte('_')
			}
			c += 'a' - 'A'
		}
		b.WriteByte(c)
	}
	return b.String()
}

func upper(c byte) bool { return c >= 'A' && c <= 'Z' }
func lower(c byte) bool { return c >= 'a' && c <= 'z' }
