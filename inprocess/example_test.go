package inprocess_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/idemvet/idemvet/inprocess"
)

// A key that is made again in each attempt is found in a module that was just written.
func ExampleRun() {
	dir, err := os.MkdirTemp("", "kiosk")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = os.RemoveAll(dir) }()
	for name, text := range map[string]string{
		"go.mod": "module example.com/kiosk\n\ngo 1.26\n",
		"order.go": `package kiosk

import (
	"crypto/rand"
	"net/http"
)

func Order(c *http.Client, r *http.Request) (err error) {
	for range 3 {
		r.Header.Set("Idempotency-Key", rand.Text())
		if _, err = c.Do(r); err == nil {
			return nil
		}
	}
	return err
}
`} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			fmt.Println(err)
			return
		}
	}
	res, err := inprocess.Run(context.Background(), inprocess.Config{Dir: dir, Env: []string{"GOWORK=off"}, Sequential: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range res.Findings {
		fmt.Println(f)
		for _, s := range f.Path {
			fmt.Printf("\t%s:%d: %s\n", s.File, s.Line, s.Text)
		}
	}
	fmt.Println("not analysed:", len(res.Incomplete))
	// Output:
	// order.go:10:3: Idempotency-Key gets a new value from rand.Text in every attempt (in a retry loop): a retry after a lost reply is taken for a new request (IDV101)
	// 	order.go:10: rand.Text returns a new value each time
	// 	order.go:9: in a retry loop
	// 	order.go:10: used as Idempotency-Key
	// not analysed: 0
}
