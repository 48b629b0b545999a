// Package sqlshape reads the text of SQL statements and says what they do: verb, table, columns, conflict clause,
// conditions, locks, keys. It is no parser: it never fails, and what it does not understand it says (Partial).
//
// Names are lower case throughout, without quotes and brackets: the dialects fold case in different directions, and
// a program that tells two columns apart by case alone is rarer than one that writes a name in two ways.
package sqlshape

// Hole stands in a text for a piece that the caller could not resolve: an expression, a name or a run of clauses.
const Hole = "\x00"

// Verb is what a statement does; "" is unknown.
type Verb string

// Verbs.
const (
	Select           Verb = "select"
	Insert           Verb = "insert"
	Update           Verb = "update"
	Delete           Verb = "delete"
	Merge            Verb = "merge"
	Replace          Verb = "replace"
	LockTable        Verb = "lock-table"
	Begin            Verb = "begin"
	Commit           Verb = "commit"
	Rollback         Verb = "rollback"
	Savepoint        Verb = "savepoint"
	ReleaseSavepoint Verb = "release-savepoint"
	RollbackTo       Verb = "rollback-to"
	SetIsolation     Verb = "set-isolation"
	CreateTable      Verb = "create-table"
	CreateIndex      Verb = "create-index"
	AlterTable       Verb = "alter-table"
	DropTable        Verb = "drop-table"
	DropIndex        Verb = "drop-index"
	Truncate         Verb = "truncate"
	Call             Verb = "call"
	Copy             Verb = "copy"
	Other            Verb = "other"
)

// Dialect is what the text itself shows; "" when it could be any.
type Dialect string

// Dialects.
const (
	Postgres  Dialect = "postgres"
	MySQL     Dialect = "mysql"
	SQLite    Dialect = "sqlite"
	SQLServer Dialect = "sqlserver"
	Spanner   Dialect = "spanner"
	CQL       Dialect = "cql"
)

// Statement is one statement, or a fragment of one (Verb "").
type Statement struct {
	Verb   Verb
	Name   string   // of a CTE body: its name
	Table  string   // the target; for select the first table of FROM, which may be the name of a CTE; "" when unknown
	Alias  string   // of Table
	Tables []string // all tables read or written, subqueries and CTEs included (not the names of CTEs), sorted, unique

	Columns    []Column // inserted columns with their values: first VALUES row, select list or SET; Name "" without a column list
	Rows       int      // number of VALUES rows
	FromSelect bool     // INSERT … SELECT
	NotExists  bool     // the insert is conditional on the absence of a row of the same table
	Conflict   *Conflict

	Sets          []Assign // of UPDATE … SET, of the MATCHED branch of a MERGE that inserts nothing
	Where         []Pred   // conjuncts of the outermost WHERE (and of the IF of CQL) of the form column OP value
	WhereComplete bool     // there is a WHERE, and Where is all of it: nothing was left out, no OR at the top
	Conditional   bool     // CQL: IF EXISTS or IF conditions: the write tells whether it was applied

	Lock               string // "update", "no key update", "share", "key share", or the mode of LOCK TABLE
	LockOf             []string
	SkipLocked, NoWait bool

	Returning    []string // plain column names of RETURNING, OUTPUT, THEN RETURN, "*" included
	HasReturning bool
	CTEs         []Statement
	Subs         []Statement // the queries in brackets, the outermost ones alone; they have theirs

	Selected []string // plain column names of the select list, "*" included
	Count    bool     // SELECT count(…)
	Exists   bool     // SELECT EXISTS (SELECT …): Table and Where are those of the inner select
	One      bool     // the select list is a constant: SELECT 1 FROM …
	Distinct bool
	Grouped  bool // GROUP BY, HAVING or an aggregate in the select list
	SetOp    bool // UNION, INTERSECT, EXCEPT: the shape is that of the first arm
	Joined   bool // FROM has more than one item
	OrderBy  []string
	Limit    int // -1 when absent or not constant

	Advisory  []Advisory
	Isolation string // "serializable", "repeatable read", "read committed" …; "immediate" for BEGIN IMMEDIATE and EXCLUSIVE
	Savepoint string // name of the savepoint

	Dialect Dialect
	Params  int  // number of distinct placeholders
	Partial bool // something was not understood, or a hole was met
	DDL     *DDL
}

// ValueKind says what a value is.
type ValueKind string

// Value kinds.
const (
	ParamValue    ValueKind = "param"    // Index: 0-based ordinal, -1 when its number is a hole
	NamedValue    ValueKind = "named"    // Text: name
	LiteralValue  ValueKind = "literal"  // Text: unquoted string, number, true, false
	NullValue     ValueKind = "null"     //
	DefaultValue  ValueKind = "default"  //
	ExcludedValue ValueKind = "excluded" // Text: column of the row that was not inserted
	ColumnValue   ValueKind = "column"   // Text: column, Qual: its table or alias
	ExprValue     ValueKind = "expr"     // Text: normalised text
	HoleValue     ValueKind = "hole"     // Index: 0-based ordinal among the holes and verbs of the statement
)

// Value is the value side of a column, an assignment or a condition.
type Value struct {
	Kind   ValueKind
	Index  int
	Text   string
	Qual   string
	Params []int    // ordinals of the placeholders inside
	Names  []string // named parameters inside
}

// Column is a column of an insert.
type Column struct {
	Name  string
	Value Value
}

// Conflict is what a write does when the row is there already.
type Conflict struct {
	Action      string   // "nothing", "update", "replace", "" when a hole hides it
	Target      []string // columns
	Constraint  string
	TargetKnown bool // the target was written down, and read as a whole
	AnyKey      bool // no target: any unique key (DO NOTHING alone, IGNORE, REPLACE, ON DUPLICATE KEY)
	TargetExpr  bool // some part of the target is an expression
	TargetWhere bool // the target is that of a partial index
	Where       bool // DO UPDATE … WHERE
	Sets        []Assign
}

// Assign is one assignment.
type Assign struct {
	Column   string
	Relative bool // the new value builds on the old one, so that twice is not once
	Self     bool // column = column: changes nothing
	Value    Value
	Params   []int
}

// Pred is a condition on a column. A bare boolean column reads as = true, NOT column as = false.
type Pred struct {
	Column, Op string // Op: "=", "<>", "<", "<=", ">", ">=", "in", "any", "all", "is null", "is not null", "like", "between", or the operator as written
	Qual       string // table or alias in front of the column
	Value      Value
	Negated    bool
}

// Advisory is a call that takes or drops a named lock.
type Advisory struct {
	Func                    string
	Try, Unlock, Tx, Shared bool
	Args                    []Value
}

// DDL is what a schema statement declares or changes.
type DDL struct {
	Table       string // lower case, as Statement.Table
	Name        string // name of the index
	IfNotExists bool
	IfExists    bool
	Temp        bool
	Columns     []DDLColumn // of CREATE TABLE
	Keys        []Key       // of CREATE TABLE, inline ones too; the one of CREATE INDEX
	Like        string      // CREATE TABLE … LIKE t
	LikeKeys    bool        // … and its indexes
	PartitionOf string
	AsSelect    bool
	Tables      []string // of DROP TABLE a, b
	Names       []string // of DROP INDEX a, b
	Changes     []Change // of ALTER TABLE, in order
}

// DDLColumn is a column definition.
type DDLColumn struct {
	Name       string
	Type       string // normalised text: "varchar(64)"
	NotNull    bool
	HasDefault bool
	Default    Value
	Auto       bool // serial, identity, AUTO_INCREMENT, generated
	Primary    bool
	Unique     bool
}

// Key is a primary key, a unique constraint, or an index (neither Primary nor Unique), also one over expressions.
type Key struct {
	Name             string
	Columns          []string
	Unique, Primary  bool
	Constraint       bool // declared as a constraint, not as an index
	Exprs            bool // some part is an expression or a column prefix
	ExprText         []string
	Where            string // normalised predicate text of a partial index, "" none
	WherePreds       []Pred // the same, read
	NullsNotDistinct bool
	NullFiltered     bool   // Spanner
	Exclusion        bool   // EXCLUDE USING …
	UsingIndex       string // ADD CONSTRAINT … UNIQUE USING INDEX name
	Partial          bool   // something in it was not understood
}

// ChangeOp is the kind of a change of ALTER TABLE.
type ChangeOp string

// Changes.
const (
	AddColumn    ChangeOp = "add-column" // Column; inline keys follow as AddKey
	AddKey       ChangeOp = "add-key"    // Key
	DropColumn   ChangeOp = "drop-column"
	DropKey      ChangeOp = "drop-key" // constraint or index by name
	DropPrimary  ChangeOp = "drop-primary"
	RenameTable  ChangeOp = "rename-table"  // To
	RenameColumn ChangeOp = "rename-column" // Name, To
	RenameKey    ChangeOp = "rename-key"    // Name, To
	AlterColumn  ChangeOp = "alter-column"  // Name; Column when it is redefined as a whole, To when that renames it
	OtherChange  ChangeOp = "other"
)

// Change is one change of ALTER TABLE.
type Change struct {
	Op       ChangeOp
	Name, To string
	Column   DDLColumn
	Key      Key
	IfExists bool // IF EXISTS, IF NOT EXISTS
}
