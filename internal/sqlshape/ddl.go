package sqlshape

func (r *reader) ddl(s span, st *Statement) bool { return false }
