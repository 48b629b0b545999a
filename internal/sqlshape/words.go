package sqlshape

import "strings"

func set(words string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}

// reserved words are no operands, and no names that a hole could be part of.
var reserved = set(`SELECT FROM WHERE AND OR NOT IN IS LIKE ILIKE BETWEEN ON AS BY ORDER GROUP HAVING LIMIT OFFSET SET
	VALUES INTO INSERT UPDATE DELETE JOIN LEFT RIGHT INNER OUTER CROSS FULL USING UNION INTERSECT EXCEPT ALL ANY SOME
	EXISTS DISTINCT CASE WHEN THEN ELSE END FOR RETURNING WITH INTERVAL FETCH TABLE CREATE ALTER DROP ADD CONSTRAINT
	PRIMARY UNIQUE CHECK REFERENCES DEFAULT RETURN ESCAPE TOP`)

// Words that end an item of a FROM list, so that they are no alias.
var notAlias = set(`ON USING WHERE JOIN LEFT RIGHT INNER OUTER CROSS FULL NATURAL STRAIGHT_JOIN SET GROUP ORDER HAVING LIMIT
	OFFSET FETCH FOR UNION INTERSECT EXCEPT WITH TABLESAMPLE USE FORCE IGNORE VALUES SELECT DEFAULT RETURNING WINDOW
	OUTPUT WHEN THEN IF AS AND OR LOCK APPLY ALLOW OPTION PARTITION INDEXED NOT OVERRIDING LATERAL ONLY IN IS DO
	WAIT NOWAIT ASOF GLOBAL ANY SEMI ANTI`)

// Words in front of an item of a FROM list.
var beforeItem = set(`ONLY LATERAL NATURAL INNER LEFT RIGHT FULL OUTER CROSS JOIN STRAIGHT_JOIN APPLY AS`)

// Words that begin a query in brackets.
var beginsQuery = set(`SELECT WITH VALUES INSERT UPDATE DELETE TABLE MERGE`)

// Words that are values of their own and no columns.
var valueWords = set(`CURRENT_TIMESTAMP CURRENT_DATE CURRENT_TIME LOCALTIME LOCALTIMESTAMP CURRENT_USER SESSION_USER USER
	SYSDATE UTC_TIMESTAMP`)

// Functions whose result with the old value inside is the same the second time, as far as they themselves go: what
// counts is whether an argument is relative.
var steadyFuncs = set(`COALESCE IFNULL ISNULL NVL NULLIF GREATEST LEAST MAX MIN IF IIF CAST CONVERT TRY_CAST LOWER UPPER TRIM LTRIM
	RTRIM BTRIM ABS LAST_INSERT_ID JSONB_SET JSON_SET JSON_REPLACE JSON_REMOVE JSON_MODIFY JSON_PATCH JSON_MERGE_PATCH
	JSONB_STRIP_NULLS ARRAY_REMOVE ARRAY_REPLACE DATE DATE_TRUNC REPLACE TO_JSONB TO_JSON JSONB_SET_LAX JSON_OBJECT
	JSONB_BUILD_OBJECT JSON_BUILD_OBJECT ANY ALL ROW IN DECODE NULLIFZERO SAFE_CAST UNHEX HEX`)

// Operators that build on the old value.
var relativeOps = map[string]bool{
	"+": true, "-": true, "*": true, "/": true, "%": true, "||": true, "^": true, "#": true, "<<": true, ">>": true,
}

// Comparison operators as they are told.
var comparisons = map[string]string{
	"=": "=", "==": "=", "<=>": "=", "<>": "<>", "!=": "<>", "<": "<", "<=": "<=", ">": ">", ">=": ">=",
	"~": "~", "~*": "~*", "!~": "!~", "!~*": "!~*", "~~": "like", "~~*": "like", "!~~": "!~~",
	"@>": "@>", "<@": "<@", "&&": "&&", "?": "?", "?|": "?|", "?&": "?&", "??": "?", "@@": "@@", "@?": "@?",
}

// flipped is the operator with its sides exchanged; operators that are not here cannot be.
var flipped = map[string]string{"=": "=", "<>": "<>", "<": ">", "<=": ">=", ">": "<", ">=": "<=", "@>": "<@", "<@": "@>", "&&": "&&"}

var aggregates = set(`COUNT SUM MIN MAX AVG ARRAY_AGG STRING_AGG JSON_AGG JSONB_AGG GROUP_CONCAT BOOL_OR BOOL_AND BIT_OR
	BIT_AND EVERY COUNT_BIG TOTAL`)
