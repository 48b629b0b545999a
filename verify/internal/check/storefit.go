package check

import "go/types"

// isErrorType accepts types whose values, or pointers to them, are errors.
func isErrorType(t types.Type) bool {
	return isError(t) || types.Implements(t, errorType) || types.Implements(types.NewPointer(t), errorType)
}

// tells is for what says what went wrong: an error, any, or a code.
func tells(t types.Type) bool {
	if it, ok := core(t).(*types.Interface); ok {
		return it.Empty() || isError(t)
	}
	return isErrorType(deref(t)) || isCode(t)
}

// isCode accepts what a code is held in.
func isCode(t types.Type) bool { return isInteger(t) || basic(t, types.IsString) }

func isFlag(t types.Type) bool { return basic(t, types.IsBoolean) }

// isHandle is for clients, databases, transactions and chains: what has methods, or anything.
func isHandle(t types.Type) bool {
	switch core(t).(type) {
	case *types.Struct, *types.Interface:
		return !isError(t) && !isContext(t)
	}
	n, ok := deref(t).(*types.Named)
	return ok && n.NumMethods() > 0
}

// isTable accepts a name, and a record or list of records whose type stands for the table.
func isTable(t types.Type) bool { return isText(t) || isArgs(t) }

// isArgs is for values by position, column or field: a list, a map, a struct, or what can hold one of them.
func isArgs(t types.Type) bool {
	switch core(t).(type) {
	case *types.Slice, *types.Array, *types.Map, *types.Struct, *types.Interface:
		return !isError(t) && !isContext(t)
	}
	return isIteratorType(t)
}

func isIteratorType(t types.Type) bool {
	sig, ok := core(t).(*types.Signature)
	return ok && isIterator(sig)
}

// isCondText accepts conditions and columns: text, and what stands for columns with their values.
func isCondText(t types.Type) bool { return isText(t) || isArgs(t) || isInteger(t) }

// isStored is for what is written: anything but errors, contexts, channels and functions.
func isStored(t types.Type) bool { return isValue(t) || isFlag(t) }

// isLifetime accepts a duration, a time, a number of seconds, and the protobuf messages for the first two.
func isLifetime(t types.Type) bool {
	return isClock(t) || isInteger(t) || hasMethod(t, "AsDuration") || hasMethod(t, "AsTime")
}

func isLevel(t types.Type) bool { return isCode(t) || isText(t) }
