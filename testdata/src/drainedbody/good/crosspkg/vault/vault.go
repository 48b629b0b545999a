// Package vault stores what it reads. It reads once, or begins anew.
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

// PutAgain stores an object from its beginning.
func (v *Vault) PutAgain(ctx context.Context, name string, data io.ReadSeeker) error {
	if _, err := data.Seek(0, io.SeekStart); err != nil {
		return err
	}
	return v.Put(ctx, Object{Name: name, Data: io.NopCloser(data)})
}
