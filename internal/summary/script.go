package summary

import (
	"regexp"
	"strconv"

	"golang.org/x/tools/go/ssa"

	"github.com/idemvet/idemvet/internal/flow"
	"github.com/idemvet/idemvet/internal/model"
)

// script is a Lua script of Redis that marks what it has seen: with a key that is set only if it is not there.
type script struct {
	w     *function
	call  ssa.CallInstruction
	name  string
	key   ssa.Value // of the mark
	ttl   ssa.Value // nil where the script says how long
	lasts float64
	unit  model.Unit
	adds  bool // it also adds to something
}

const (
	luaKey  = `KEYS\s*\[\s*(\d+)\s*\]`
	luaTime = `(?:ARGV\s*\[\s*(\d+)\s*\]|["']?(\d+)["']?)`
)

var (
	luaSetNX  = regexp.MustCompile(`(?is)call\(\s*["']SET["']\s*,\s*` + luaKey + `\s*,[^)]*["']NX["']`)
	luaSetFor = regexp.MustCompile(`(?is)call\(\s*["']SET["']\s*,\s*` + luaKey + `\s*,[^)]*["'](EX|PX)["']\s*,\s*` + luaTime)
	luaSetEx  = regexp.MustCompile(`(?is)call\(\s*["'](SETEX|PSETEX|EXPIRE|PEXPIRE)["']\s*,\s*` + luaKey + `\s*,\s*` + luaTime)
	luaOldNX  = regexp.MustCompile(`(?is)call\(\s*["']SETNX["']\s*,\s*` + luaKey)
	luaAsks   = regexp.MustCompile(`(?is)call\(\s*["'](?:EXISTS|GET)["']\s*,\s*` + luaKey)
	luaAdds   = regexp.MustCompile(`(?i)["'](?:INCR|INCRBY|INCRBYFLOAT|DECR|DECRBY|HINCRBY|HINCRBYFLOAT|ZINCRBY|LPUSH|RPUSH|XADD|APPEND)["']`)
	luaUnits  = map[string]model.Unit{"EX": "s", "SETEX": "s", "EXPIRE": "s", "PX": "ms", "PSETEX": "ms", "PEXPIRE": "ms"}
	luaGives  = regexp.MustCompile(`(?i)["'](?:DEL|UNLINK)["']`)
)

// scriptAt reads the script that a call runs, if it marks something for a time.
func (w *function) scriptAt(call ssa.CallInstruction) *script {
	if r := w.asides(call); r != nil {
		t := r.t
		for _, e := range t.rows {
			if e.Script == nil {
				continue
			}
			v, sel, ok := r.place(&e.Script.Text)
			if !ok {
				continue
			}
			if s := r.marking(e.Script, w.scriptText(v, sel)); s != nil {
				s.w, s.call, s.name = w, call, calleeName(t.obj)
				return s
			}
		}
	}
	return nil
}

// scriptText is the text of a script, also of one that is kept in a variable of the package.
func (w *function) scriptText(v ssa.Value, sel string) string {
	if load, ok := v.(*ssa.UnOp); ok {
		if g, ok := load.X.(*ssa.Global); ok {
			made := w.b.made[g]
			if len(made) != 1 {
				return ""
			}
			at, ok := made[0].(ssa.Instruction)
			if !ok {
				return w.textOf(made[0])
			}
			in := w.b.done[at.Parent()]
			if in == nil {
				in = w.b.newFunction(at.Parent())
			}
			return in.textIn(made[0], sel, maxTexts)
		}
	}
	return w.textIn(v, sel, maxTexts)
}

// marking reads a script.
func (r *rowCallOps) marking(row *model.Script, text string) *script {
	if luaGives.MatchString(text) {
		return nil // it gives something back: a lock
	}
	key, when, unit := "", []string(nil), model.Unit("")
	if m := luaSetFor.FindStringSubmatch(text); m != nil && luaSetNX.MatchString(text) {
		key, unit, when = m[1], luaUnits[m[2]], m[3:5]
	} else if m := luaSetEx.FindStringSubmatch(text); m != nil {
		for _, re := range []*regexp.Regexp{luaOldNX, luaSetNX, luaAsks} {
			if k := re.FindStringSubmatch(text); k != nil && k[1] == m[2] {
				key, unit, when = m[2], luaUnits[m[1]], m[3:5]
			}
		}
	}
	if key == "" {
		return nil
	}
	s := &script{unit: unit, adds: luaAdds.MatchString(text)}
	if s.key = r.nthOf(&row.Keys, key); s.key == nil {
		return nil
	}
	if when[0] != "" {
		if s.ttl = r.nthOf(&row.Args, when[0]); s.ttl == nil {
			return nil
		}
		return s
	}
	s.lasts, _ = strconv.ParseFloat(when[1], 64)
	return s
}

// nthOf is an element of a list, counted from 1 as Lua does.
func (r *rowCallOps) nthOf(list *model.Place, n string) ssa.Value {
	i, err := strconv.Atoi(n)
	v, sel, ok := r.place(list)
	if err != nil || !ok || i < 1 {
		return nil
	}
	l := r.w.f.Locate(v)
	return r.w.heldAt(flow.Loc{Root: l.Root, Sel: l.Sel + sel + index(i-1)})
}
