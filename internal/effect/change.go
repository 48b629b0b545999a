package effect

// Change says how something in memory is changed, so that to change it twice is not the same as to change it once.
type Change uint8

// Changes.
const (
	Appended Change = iota + 1 // a list gets longer
	Taken                      // a list gets shorter
	Counted                    // computed from what it was: a sum, a text
	Turned                     // the contrary of what it was
	Written                    // a buffer or counter to which a call adds
	Sent                       // a channel to which something is sent
	Removed                    // an entry is deleted that was asked for before
	Moved                      // set anew after it was read: a cursor, a rest, a state
)
