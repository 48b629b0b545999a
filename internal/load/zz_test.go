package load

import (
	"context"
	"fmt"
	"os"
	"runtime/pprof"
	"syscall"
	"testing"
	"time"
)

func TestZZ(t *testing.T) {
	dir := os.Getenv("ZZ")
	if dir == "" {
		t.Skip()
	}
	if p := os.Getenv("ZZPROF"); p != "" {
		f, _ := os.Create(p)
		pprof.StartCPUProfile(f)
		defer pprof.StopCPUProfile()
	}
	s := time.Now()
	p, err := Load(context.Background(), Options{Dir: dir, CacheDir: os.Getenv("ZZCACHE"), Salt: "x"})
	if err != nil {
		t.Fatal(err)
	}
	var r, rc syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &r)
	syscall.Getrusage(syscall.RUSAGE_CHILDREN, &rc)
	sec := func(r syscall.Rusage) float64 {
		return float64(r.Utime.Sec+r.Stime.Sec) + float64(r.Utime.Usec+r.Stime.Usec)/1e6
	}
	fmt.Printf("%+v\nwall %.2f self %.2f children %.2f rss %dM\n", p.Stats, time.Since(s).Seconds(), sec(r), sec(rc), r.Maxrss/1024)
	for _, i := range p.Incomplete {
		fmt.Println(i)
	}
	n := 0
	for _, q := range p.Packages {
		n += len(q.Result.Findings)
		for _, f := range q.Result.Findings {
			if os.Getenv("ZZF") != "" {
				fmt.Println(f.At, f.Message)
			}
		}
	}
	fmt.Println("findings", n)
}
