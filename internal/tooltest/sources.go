package tooltest

import (
	"fmt"
	"strings"
)

// Payment mints a key in a retry loop; it needs the standard library alone.
const Payment = `package good

import (
	"context"
	"crypto/rand"
	"net/http"
	"time"
)

func Charge(ctx context.Context, client *http.Client, url string) error {
	var err error
	for range 3 {
		req, e := http.NewRequestWithContext(ctx, http.MethodPost, url, nil)
		if e != nil {
			return e
		}
		req.Header.Set("Idempotency-Key", rand.Text())
		var resp *http.Response
		if resp, err = client.Do(req); err == nil {
			return resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
	return err
}
`

// Header begins a file with a function that sends a request under a key.
const Header = `package m

import (
	"crypto/rand"
	"net/http"
)

func send(key string) error {
	req, err := http.NewRequest(http.MethodPost, "https://example.com", nil)
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", key)
	_, err = http.DefaultClient.Do(req)
	return err
}

`

// LongFunction is 5,000 lines in a row, each branching, each building on the one before.
func LongFunction() string {
	var b strings.Builder
	b.WriteString("func long(a, b string) error {\n\tkey := rand.Text()\n")
	for i := range 1666 {
		fmt.Fprintf(&b, "\tif a == \"%d\" {\n\t\tkey += b\n\t}\n", i)
	}
	b.WriteString("\treturn send(key)\n}\n")
	return b.String()
}
