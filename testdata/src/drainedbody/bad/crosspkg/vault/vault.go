// Package vault stores what it reads. It reads once.
package vault

import (
	"context"
	"fmt"
	"io"
	"net/http"
)

// Vault is the client.
type Vault struct {
	HTTP *http.Client
	Root string
}

// Object is what is stored.
type Object struct {
	Name string
	Data io.Reader
}

// Put stores an object.
func (v *Vault) Put(ctx context.Context, o Object) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, v.Root+"/"+o.Name, o.Data)
	if err != nil {
		return err
	}
	resp, err := v.HTTP.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		return fmt.Errorf("vault: %s", resp.Status)
	}
	return nil
}

// Send sends a request.
func (v *Vault) Send(req *http.Request) error {
	resp, err := v.HTTP.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
