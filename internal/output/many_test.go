package output

import (
	"bytes"
	"fmt"
	"io"
	"sync/atomic"
	"testing"
	"time"

	"github.com/idemvet/idemvet/internal/report"
	"github.com/idemvet/idemvet/internal/rule"
)

// many is a report with n findings, sorted, a hundred in each file.
func many(n int) *report.Report {
	r := &report.Report{}
	for i := range n {
		f := shipment()
		f.Source = report.File{Rel: fmt.Sprintf("gen/f%05d.go", i/100), Abs: "/src/depot/ship.go"}
		f.Severity = []rule.Severity{rule.Error, rule.Warning, rule.Info}[i%3]
		if i%100 != 0 {
			f.Fixes = nil
		}
		f.Fingerprint = fmt.Sprintf("idv1:%06d", i)
		r.Findings = append(r.Findings, f)
	}
	r.Stats.Findings = n
	return r
}

// TestMany prints 30,000 findings. Each source is read once, and the time per finding does not grow with their number: ten
// times as many may take 40 times as long, where a quadratic format takes 100 times.
func TestMany(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes a while to read all that back")
	}
	small, large := many(3000), many(30_000)
	var text bytes.Buffer
	for _, name := range Names() {
		var reads atomic.Int32
		o := about()
		o.Read = func(path string) ([]byte, error) {
			reads.Add(1)
			return readDisk(path)
		}
		run := func(w io.Writer, r *report.Report) time.Duration {
			start := time.Now()
			if err := formats[name](w, r, o); err != nil {
				t.Fatal(err)
			}
			return time.Since(start)
		}
		run(io.Discard, small) // not measured: it warms up
		few := run(io.Discard, small)
		reads.Store(0)
		if lots := run(io.Discard, large); lots > 40*few+time.Second {
			t.Errorf("%s: %s for 3,000 findings, %s for 30,000", name, few, lots)
		}
		if n := reads.Load(); n > 2 { // one file is there, one is gone
			t.Errorf("%s: %d reads of 2 sources", name, n)
		}
		text.Reset()
		run(&text, large)
		wellFormed(t, name, text.Bytes())
	}
}
