package oracle

import (
	"fmt"
	"sort"
	"strings"

	pg "github.com/pganalyze/pg_query_go/v6"
)

// shape renders a statement of PostgreSQL's parser as render does ours; "" for those that are not compared.
func shape(n *pg.Node) string {
	switch s := n.Node.(type) {
	case *pg.Node_SelectStmt:
		return selectShape(s.SelectStmt)
	case *pg.Node_InsertStmt:
		return insertShape(s.InsertStmt)
	case *pg.Node_UpdateStmt:
		return fmt.Sprintf("update %s cols[] set%v", table(s.UpdateStmt.Relation), targets(s.UpdateStmt.TargetList))
	case *pg.Node_DeleteStmt:
		return fmt.Sprintf("delete %s cols[]", table(s.DeleteStmt.Relation))
	case *pg.Node_MergeStmt:
		return mergeShape(s.MergeStmt)
	case *pg.Node_TransactionStmt:
		return transactionShape(s.TransactionStmt)
	case *pg.Node_LockStmt:
		return fmt.Sprintf("lock-table %s cols[]", table(s.LockStmt.Relations[0].GetRangeVar()))
	case *pg.Node_TruncateStmt:
		return fmt.Sprintf("truncate %s cols[]", table(s.TruncateStmt.Relations[0].GetRangeVar()))
	case *pg.Node_CreateStmt:
		return createShape(s.CreateStmt)
	case *pg.Node_IndexStmt:
		return fmt.Sprintf("create-index %s cols[] ddl cols[] keys[%s]", table(s.IndexStmt.Relation), indexKey(s.IndexStmt))
	case *pg.Node_AlterTableStmt:
		return alterShape(s.AlterTableStmt)
	}
	return ""
}

func table(r *pg.RangeVar) string {
	if r == nil {
		return ""
	}
	name := strings.ToLower(r.Relname)
	if r.Schemaname != "" {
		name = strings.ToLower(r.Schemaname) + "." + name
	}
	return name
}

// first is the table of the first item of a FROM list, through joins and queries.
func first(from []*pg.Node) string {
	if len(from) == 0 {
		return ""
	}
	n := from[0]
	for n.GetJoinExpr() != nil {
		n = n.GetJoinExpr().Larg
	}
	if q := n.GetRangeSubselect(); q != nil && len(from) == 1 && from[0].GetJoinExpr() == nil {
		return first(q.Subquery.GetSelectStmt().FromClause)
	}
	return table(n.GetRangeVar())
}

var locks = map[pg.LockClauseStrength]string{
	pg.LockClauseStrength_LCS_FORUPDATE:      "update",
	pg.LockClauseStrength_LCS_FORNOKEYUPDATE: "no key update",
	pg.LockClauseStrength_LCS_FORSHARE:       "share",
	pg.LockClauseStrength_LCS_FORKEYSHARE:    "key share",
}

func selectShape(s *pg.SelectStmt) string {
	arm := s
	for arm.Larg != nil {
		arm = arm.Larg
	}
	name := first(arm.FromClause)
	lock := s.LockingClause
	if len(arm.FromClause) == 1 && len(lock) == 0 {
		if q := arm.FromClause[0].GetRangeSubselect(); q != nil {
			lock = q.Subquery.GetSelectStmt().LockingClause
		}
	}
	if len(arm.FromClause) == 0 && len(arm.TargetList) == 1 {
		if in := exists(arm.TargetList[0].GetResTarget().Val); in != nil {
			name = first(in.FromClause)
		}
	}
	out := fmt.Sprintf("select %s cols[]", name)
	if len(lock) > 0 {
		c := lock[0].GetLockingClause()
		out += fmt.Sprintf(" lock %s skip=%v nowait=%v", locks[c.Strength],
			c.WaitPolicy == pg.LockWaitPolicy_LockWaitSkip, c.WaitPolicy == pg.LockWaitPolicy_LockWaitError)
	}
	return out
}

// exists is the query of SELECT EXISTS (…), also in NOT and CASE.
func exists(n *pg.Node) *pg.SelectStmt {
	if n == nil {
		return nil
	}
	if b := n.GetBoolExpr(); b != nil {
		return exists(b.Args[0])
	}
	if c := n.GetCaseExpr(); c != nil {
		return exists(c.Args[0].GetCaseWhen().Expr)
	}
	if l := n.GetSubLink(); l != nil && l.SubLinkType == pg.SubLinkType_EXISTS_SUBLINK {
		return l.Subselect.GetSelectStmt()
	}
	return nil
}

func targets(list []*pg.Node) []string {
	var out []string
	for _, n := range list {
		out = append(out, strings.ToLower(n.GetResTarget().Name))
	}
	return out
}

func insertShape(s *pg.InsertStmt) string {
	out := fmt.Sprintf("insert %s cols%v", table(s.Relation), targets(s.Cols))
	c := s.OnConflictClause
	if c == nil {
		return out
	}
	action := "nothing"
	if c.Action == pg.OnConflictAction_ONCONFLICT_UPDATE {
		action = "update"
	}
	var cols []string
	expr, constraint := "", ""
	if c.Infer != nil {
		constraint = c.Infer.Conname
		for _, e := range c.Infer.IndexElems {
			if name := e.GetIndexElem().Name; name != "" {
				cols = append(cols, strings.ToLower(name))
			} else {
				expr = " expr"
			}
		}
	}
	return out + fmt.Sprintf(" conflict %s%v %s%s set%v", action, cols, constraint, expr, targets(c.TargetList))
}

func mergeShape(s *pg.MergeStmt) string {
	var cols []string
	for _, w := range s.MergeWhenClauses {
		if c := w.GetMergeWhenClause(); c.CommandType == pg.CmdType_CMD_INSERT {
			cols = targets(c.TargetList)
		}
	}
	return fmt.Sprintf("merge %s cols%v", table(s.Relation), cols)
}

var transactions = map[pg.TransactionStmtKind]string{
	pg.TransactionStmtKind_TRANS_STMT_BEGIN:       "begin",
	pg.TransactionStmtKind_TRANS_STMT_START:       "begin",
	pg.TransactionStmtKind_TRANS_STMT_COMMIT:      "commit",
	pg.TransactionStmtKind_TRANS_STMT_ROLLBACK:    "rollback",
	pg.TransactionStmtKind_TRANS_STMT_SAVEPOINT:   "savepoint",
	pg.TransactionStmtKind_TRANS_STMT_RELEASE:     "release-savepoint",
	pg.TransactionStmtKind_TRANS_STMT_ROLLBACK_TO: "rollback-to",
}

func transactionShape(s *pg.TransactionStmt) string {
	return fmt.Sprintf("%s  cols[]", transactions[s.Kind])
}

func createShape(s *pg.CreateStmt) string {
	var cols, keys []string
	for _, e := range s.TableElts {
		if c := e.GetColumnDef(); c != nil {
			cols = append(cols, strings.ToLower(c.Colname))
			keys = append(keys, columnKeys(c)...)
		} else if c := e.GetConstraint(); c != nil {
			keys = append(keys, constraintKey(c, c.Keys)...)
		}
	}
	sort.Strings(keys)
	return fmt.Sprintf("create-table %s cols[] ddl cols%v keys%v", table(s.Relation), cols, keys)
}

func columnKeys(c *pg.ColumnDef) []string {
	var keys []string
	for _, n := range c.Constraints {
		self := []*pg.Node{pg.MakeStrNode(c.Colname)}
		keys = append(keys, constraintKey(n.GetConstraint(), self)...)
	}
	return keys
}

func constraintKey(c *pg.Constraint, cols []*pg.Node) []string {
	kind := ""
	switch c.Contype {
	case pg.ConstrType_CONSTR_PRIMARY:
		kind = "primary"
	case pg.ConstrType_CONSTR_UNIQUE:
		kind = "unique"
	default:
		return nil
	}
	var names []string
	for _, n := range cols {
		names = append(names, strings.ToLower(n.GetString_().Sval))
	}
	return []string{fmt.Sprintf("%s %s(%s) exprs=false where=false", kind, strings.ToLower(c.Conname), strings.Join(names, ","))}
}

func indexKey(s *pg.IndexStmt) string {
	kind := "index"
	if s.Unique {
		kind = "unique"
	}
	var names []string
	exprs := false
	for _, n := range s.IndexParams {
		e := n.GetIndexElem()
		if e.Name == "" {
			exprs = true
			if ref := e.Expr.GetColumnRef(); ref != nil { // ((email)) is the column, for a reader of keys
				exprs = false
				names = append(names, strings.ToLower(ref.Fields[0].GetString_().Sval))
			}
			continue
		}
		names = append(names, strings.ToLower(e.Name))
	}
	return fmt.Sprintf("%s %s(%s) exprs=%v where=%v", kind, strings.ToLower(s.Idxname), strings.Join(names, ","), exprs, s.WhereClause != nil)
}

func alterShape(s *pg.AlterTableStmt) string {
	var keys []string
	for _, n := range s.Cmds {
		def := n.GetAlterTableCmd().Def
		if c := def.GetConstraint(); c != nil {
			keys = append(keys, constraintKey(c, c.Keys)...)
		}
		if c := def.GetColumnDef(); c != nil && n.GetAlterTableCmd().Subtype == pg.AlterTableType_AT_AddColumn {
			keys = append(keys, columnKeys(c)...)
		}
	}
	sort.Strings(keys)
	return fmt.Sprintf("alter-table %s cols[] ddl cols[] keys%v", table(s.Relation), keys)
}
