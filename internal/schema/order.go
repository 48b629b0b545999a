package schema

import (
	"path"
	"regexp"
	"slices"
	"strings"
)

// A folder is a set of files that are run one after the other against one database.
type folder struct {
	name  string
	files []*file
	plain bool    // the files have no versions
	code  []*file // migrations written in Go that belong between them
}

var (
	versioned   = regexp.MustCompile(`(?:^|[^a-z0-9])v?[0-9]`)
	flywayName  = regexp.MustCompile(`(?i)^v([0-9]+(?:[._][0-9]+)*)__`)
	repeatable  = regexp.MustCompile(`(?i)^r__`)
	undo        = regexp.MustCompile(`(?i)^u[0-9]+(?:[._][0-9]+)*__`)
	goMigration = regexp.MustCompile(`^[vV]?[0-9]+_.*\.go$`)
	words       = regexp.MustCompile(`[a-z]+[0-9]?`)
)

var (
	downFolder = set("down", "downs", "rollback", "rollbacks", "undo", "teardown")
	downWord   = set("down", "rollback", "undo", "revert", "teardown", "drop")

	// dialects by what file names call them.
	dialects = map[string]string{
		"postgres": "postgres", "postgresql": "postgres", "pg": "postgres", "pgsql": "postgres", "psql": "postgres",
		"mysql": "mysql", "mariadb": "mysql", "sqlite": "sqlite", "sqlite3": "sqlite", "mssql": "mssql", "sqlserver": "mssql",
		"cockroach": "cockroach", "cockroachdb": "cockroach", "crdb": "cockroach", "oracle": "oracle",
		"clickhouse": "clickhouse", "spanner": "spanner", "ydb": "ydb", "tidb": "mysql",
	}

	// perFolder are names of files whose folder, not name, says when they run.
	perFolder = set("up.sql", "down.sql", "migration.sql")
)

func set(list ...string) map[string]bool {
	m := map[string]bool{}
	for _, s := range list {
		m[s] = true
	}
	return m
}

// down reports whether a file takes back what another did.
func down(p string) bool {
	base := strings.ToLower(path.Base(p))
	if undo.MatchString(base) {
		return true
	}
	parts := strings.FieldsFunc(base, func(r rune) bool { return r == '.' })
	for _, part := range parts[1 : len(parts)-1] { // 7_x.down.sql
		if downWord[part] {
			return true
		}
	}
	stem := parts[0]
	if !versioned.MatchString(stem) {
		return slices.ContainsFunc(words.FindAllString(stem, -1), func(w string) bool { return downWord[w] })
	}
	return strings.HasSuffix(stem, "_down") || strings.HasSuffix(stem, "-down")
}

// folders sorts the files into folders, and each folder's files into the order in which they run.
//
// A folder with files for two or more dialects is one per dialect: "create if not exists" in schema_mysql.sql would
// otherwise be taken for a repetition of schema_sqlite.sql. Files without a version beside files with one are kept apart:
// nobody can tell whether schema.sql comes before the migrations or is where they end.
func folders(files []*file, code map[string][]*file) []*folder {
	byDir := map[string][]*file{}
	var dirs []string
	for _, f := range files {
		if down(f.path) {
			continue
		}
		d := f.root + "\x00" + runDir(f.path)
		if byDir[d] == nil {
			dirs = append(dirs, d)
		}
		byDir[d] = append(byDir[d], f)
	}
	slices.Sort(dirs)
	var out []*folder
	for _, d := range dirs {
		list := byDir[d]
		slices.SortStableFunc(list, func(a, b *file) int { return compareNames(runName(a.path), runName(b.path)) })
		for _, part := range byDialect(list) {
			steps, whole := byVersion(part)
			if len(steps) > 0 {
				out = append(out, &folder{name: d + " v", files: steps, code: code[d]})
			}
			if len(whole) > 0 {
				out = append(out, &folder{name: d, files: whole, plain: true, code: code[d]})
			}
		}
	}
	return out
}

// runDir is the folder whose files run in one go: for 20240102_orders/up.sql it is the one above.
func runDir(p string) string {
	if dir := path.Dir(p); perFolder[strings.ToLower(path.Base(p))] && dir != "." && versioned.MatchString(path.Base(dir)) {
		return path.Dir(dir)
	}
	return path.Dir(p)
}

// runName is the part of the path that says when a file runs.
func runName(p string) string {
	dir := runDir(p)
	if dir == "." {
		return strings.ToLower(p)
	}
	return strings.ToLower(strings.TrimPrefix(p, dir+"/"))
}

func byDialect(files []*file) [][]*file {
	of := make([]string, len(files))
	var found []string
	for i, f := range files {
		for _, w := range words.FindAllString(runName(f.path), -1) {
			if d := dialects[w]; d != "" {
				of[i] = d
				found = append(found, d)
			}
		}
	}
	slices.Sort(found)
	found = slices.Compact(found)
	if len(found) < 2 {
		return [][]*file{files}
	}
	var out [][]*file
	for _, d := range found {
		var part []*file
		for i, f := range files {
			if of[i] == d || of[i] == "" {
				part = append(part, f)
			}
		}
		out = append(out, part)
	}
	return out
}

func byVersion(files []*file) (steps, whole []*file) {
	for _, f := range files {
		if n := runName(f.path); versioned.MatchString(n) || repeatable.MatchString(n) {
			steps = append(steps, f)
		} else {
			whole = append(whole, f)
		}
	}
	return steps, whole
}

// compareNames orders file names as migration tools do: numbers by value, whatever their number of digits.
func compareNames(a, b string) int {
	if ra, rb := repeatable.MatchString(a), repeatable.MatchString(b); ra != rb {
		if ra {
			return 1
		}
		return -1
	}
	if va, vb := flywayName.FindStringSubmatch(a), flywayName.FindStringSubmatch(b); va != nil && vb != nil {
		fa, fb := strings.ReplaceAll(va[1], "_", "."), strings.ReplaceAll(vb[1], "_", ".")
		if c := natural(fa, fb); c != 0 {
			return c
		}
	}
	return natural(a, b)
}

// natural compares runs of digits by value and all else by byte. Numbers can be longer than an int64.
func natural(a, b string) int {
	for a != "" && b != "" {
		da, db := digits(a), digits(b)
		if da > 0 && db > 0 {
			na, nb := strings.TrimLeft(a[:da], "0"), strings.TrimLeft(b[:db], "0")
			if len(na) != len(nb) {
				return len(na) - len(nb)
			}
			if c := strings.Compare(na, nb); c != 0 {
				return c
			}
			a, b = a[da:], b[db:]
			continue
		}
		if a[0] != b[0] {
			return int(a[0]) - int(b[0])
		}
		a, b = a[1:], b[1:]
	}
	return len(a) - len(b)
}

func digits(s string) int {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n
}
