package main

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/mattn/go-isatty"
)

// patience is how long a run may take before it says what it is doing.
const patience = time.Second

// meter is a line on a terminal that says how far the work is. The zero value says nothing.
type meter struct {
	mu    sync.Mutex
	text  string // what is to be shown
	shown string

	stop, stopped chan struct{}
}

// startMeter begins to show progress on a writer that is a terminal, once the patience is over. Elsewhere it does nothing: in a
// log, a line that is rewritten is hundreds of lines.
func startMeter(w io.Writer, quiet bool, patience time.Duration) *meter {
	m := &meter{}
	if quiet || os.Getenv("TERM") == "dumb" || os.Getenv("CI") != "" || !terminal(w) {
		return m
	}
	m.stop, m.stopped = make(chan struct{}), make(chan struct{})
	go m.run(w, patience)
	return m
}

func terminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && (isatty.IsTerminal(f.Fd()) || isatty.IsCygwinTerminal(f.Fd()))
}

// run rewrites the line until it is stopped, and then takes it away.
func (m *meter) run(w io.Writer, patience time.Duration) {
	defer close(m.stopped)
	wait := time.NewTimer(patience)
	defer wait.Stop()
	for {
		select {
		case <-m.stop:
			m.show(w, "")
			return
		case <-wait.C:
			m.mu.Lock()
			text := m.text
			m.mu.Unlock()
			m.show(w, text)
			wait.Reset(100 * time.Millisecond)
		}
	}
}

// show replaces what the line shows.
func (m *meter) show(w io.Writer, text string) {
	if text != m.shown {
		fmt.Fprintf(w, "\r\x1b[K%s", text)
		m.shown = text
	}
}

// tell is for load.Options.Progress.
func (m *meter) tell(done, total int, what string) {
	if m.stop == nil {
		return
	}
	text := "idemvet: " + what + " …"
	switch {
	case total > 0:
		text = fmt.Sprintf("idemvet: %s: %d/%d …", what, done, total)
	case done > 0:
		text = fmt.Sprintf("idemvet: %s: %d …", what, done)
	}
	m.mu.Lock()
	m.text = text
	m.mu.Unlock()
}

// end takes the line away. Nothing else may be written to the terminal before that.
func (m *meter) end() {
	if m.stop != nil {
		close(m.stop)
		<-m.stopped
		m.stop = nil
	}
}
