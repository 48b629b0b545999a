package sqlshape

import "strings"

// control reads the statements around a transaction, and the few others that are neither queries nor schema.
func (r *reader) control(s span, st *Statement) bool {
	i := s.lo
	second := r.at(i + 1)
	switch r.at(i).up {
	case "BEGIN", "START":
		return r.begin(s, st)
	case "COMMIT":
		st.Verb = Commit
	case "END":
		if second.kind != kEnd && !second.isAny("TRANSACTION", "WORK") {
			return false
		}
		st.Verb = Commit
	case "ABORT":
		st.Verb = Rollback
	case "ROLLBACK":
		r.rollback(s, st)
	case "SAVEPOINT":
		st.Verb, st.Savepoint = Savepoint, second.full()
	case "SAVE":
		st.Verb, st.Savepoint = Savepoint, r.at(i+2).full()
	case "RELEASE":
		st.Verb, st.Savepoint = ReleaseSavepoint, r.at(s.hi-1).full()
	case "SET":
		return r.setIsolation(s, st)
	case "LOCK":
		r.lockTable(s, st)
	case "TRUNCATE":
		if second.up == "TABLE" {
			i++
		}
		st.Verb = Truncate
		r.target(r.from(span{i + 1, r.findWord(s, "RESTART", "CONTINUE", "CASCADE", "RESTRICT")}, st), st)
		st.Joined = false
	case "CALL", "EXEC":
		st.Verb = Call
		st.Name = second.full()
	case "LOAD":
		st.Verb = Copy
		into := r.findWord(s, "INTO")
		r.target(r.from(span{min(into+2, s.hi), min(into+3, s.hi)}, st), st)
	case "COPY":
		r.copies(s, st)
	default:
		return false
	}
	return true
}

func (r *reader) begin(s span, st *Statement) bool {
	i := s.lo + 1
	known := i == s.hi || r.at(i).isAny("TRANSACTION", "TRAN", "WORK", "ISOLATION", "READ", "IMMEDIATE", "EXCLUSIVE", "DEFERRED",
		"CONCURRENT", "NOT", "DEFERRABLE") || r.at(i).kind == kHole
	if !known {
		return false
	}
	st.Verb = Begin
	for ; i < s.hi; i++ {
		switch {
		case r.words(i, "ISOLATION", "LEVEL"):
			st.Isolation = r.level(i + 2)
		case r.at(i).isAny("IMMEDIATE", "EXCLUSIVE"):
			st.Isolation = "immediate"
		}
	}
	return true
}

var levels = []string{"serializable", "repeatable read", "read committed", "read uncommitted", "snapshot"}

// level reads the name of an isolation level, which may be a string with dashes.
func (r *reader) level(i int) string {
	words := strings.ToLower(r.at(i).text)
	if r.at(i).kind != kStr && r.at(i+1).kind == kWord {
		words += " " + strings.ToLower(r.at(i+1).text)
	}
	words = strings.ReplaceAll(words, "-", " ")
	for _, l := range levels {
		if strings.HasPrefix(words, l) {
			return l
		}
	}
	return ""
}

func (r *reader) rollback(s span, st *Statement) {
	st.Verb = Rollback
	if to := r.findWord(s, "TO"); to < s.hi {
		st.Verb, st.Savepoint = RollbackTo, r.at(s.hi-1).full()
	} else if r.at(s.lo+1).isAny("TRAN", "TRANSACTION") && r.at(s.lo+2).name() && !r.words(s.lo+2, "AND") {
		st.Verb, st.Savepoint = RollbackTo, r.at(s.lo+2).full()
	}
}

func (r *reader) setIsolation(s span, st *Statement) bool {
	for i := s.lo + 1; i < s.hi; i++ {
		t := r.at(i)
		switch {
		case r.words(i, "ISOLATION", "LEVEL"):
			st.Verb, st.Isolation = SetIsolation, r.level(i+2)
			return true
		case t.isAny("DEFAULT_TRANSACTION_ISOLATION", "TRANSACTION_ISOLATION", "TX_ISOLATION"):
			st.Verb, st.Isolation = SetIsolation, r.level(i+2)
			return true
		case t.op("="):
			return false
		}
	}
	return false
}

func (r *reader) lockTable(s span, st *Statement) {
	st.Verb = LockTable
	i := s.lo + 1
	if r.at(i).isAny("TABLE", "TABLES") {
		i++
	}
	in := r.findWord(s, "IN")
	r.target(r.from(span{i, min(in, r.findWord(s, "NOWAIT"))}, st), st)
	st.Joined = false
	switch mode := r.findWord(s, "MODE"); {
	case in < mode && mode < s.hi:
		st.Lock = r.text(span{in + 1, mode})
	case in == s.hi && r.findWord(s, "WRITE", "READ") < s.hi:
		st.Lock = strings.ToLower(r.at(r.findWord(s, "WRITE", "READ")).up)
	case in == s.hi:
		st.Lock = "access exclusive"
	}
	if st.Alias != "" && (st.Alias == "write" || st.Alias == "read") {
		st.Alias = ""
	}
	st.NoWait = r.findWord(s, "NOWAIT") < s.hi
	st.Partial = st.Partial || st.Table == ""
}

func (r *reader) copies(s span, st *Statement) {
	st.Verb = Copy
	t := r.at(s.lo + 1)
	if !t.name() {
		return
	}
	st.Table = t.full()
	st.Tables = append(st.Tables, st.Table)
	if !r.opens(s.lo + 2) {
		return
	}
	cols, _ := r.columnNames(r.inner(s.lo+2), st)
	r.unknown(cols, st)
}

var advisoryFuncs = set(`PG_ADVISORY_LOCK PG_ADVISORY_LOCK_SHARED PG_ADVISORY_XACT_LOCK PG_ADVISORY_XACT_LOCK_SHARED
	PG_TRY_ADVISORY_LOCK PG_TRY_ADVISORY_LOCK_SHARED PG_TRY_ADVISORY_XACT_LOCK PG_TRY_ADVISORY_XACT_LOCK_SHARED
	PG_ADVISORY_UNLOCK PG_ADVISORY_UNLOCK_SHARED PG_ADVISORY_UNLOCK_ALL GET_LOCK RELEASE_LOCK RELEASE_ALL_LOCKS
	SP_GETAPPLOCK SP_RELEASEAPPLOCK`)

// advisory notes the calls that take or drop named locks, at any depth.
func (r *reader) advisory(s span, st *Statement) {
	for i := s.lo; i < s.hi; i++ {
		t := r.at(i)
		name := t.up
		if t.kind == kName {
			name = strings.ToUpper(t.last())
		}
		if !advisoryFuncs[name] {
			continue
		}
		a := Advisory{
			Func:   strings.ToLower(name),
			Try:    strings.Contains(name, "_TRY_"),
			Unlock: strings.Contains(name, "UNLOCK") || strings.Contains(name, "RELEASE"),
			Tx:     strings.Contains(name, "XACT"),
			Shared: strings.HasSuffix(name, "SHARED"),
		}
		switch {
		case r.opens(i + 1):
			for _, arg := range r.items(r.inner(i + 1)) {
				a.Args = append(a.Args, r.value(arg))
			}
		case strings.HasPrefix(name, "SP_"):
			r.procedure(span{i + 1, s.hi}, &a)
		default:
			continue
		}
		if name == "GET_LOCK" && len(a.Args) == 2 {
			a.Try = a.Args[1].Text == "0"
		}
		st.Advisory = append(st.Advisory, a)
	}
}

// procedure reads the arguments of EXEC sp_getapplock @Resource = 'x', …. The lock belongs to the transaction unless
// its owner says otherwise.
func (r *reader) procedure(s span, a *Advisory) {
	a.Tx = true
	for _, it := range r.items(s) {
		if !r.at(it.lo + 1).op("=") {
			a.Args = append(a.Args, r.value(it))
			continue
		}
		v := r.value(span{it.lo + 2, it.hi})
		switch strings.ToLower(r.at(it.lo).text) {
		case "resource":
			a.Args = append(a.Args, v)
		case "lockowner":
			a.Tx = !strings.EqualFold(v.Text, "session")
		case "locktimeout":
			a.Try = v.Text == "0"
		case "lockmode":
			a.Shared = strings.EqualFold(v.Text, "shared")
		}
	}
}
