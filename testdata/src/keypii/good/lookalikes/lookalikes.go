// Package lookalikes has words in its keys that sound personal and are not, and personal data in places that are no keys.
package lookalikes

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"time"

	"github.com/redis/go-redis/v9"
)

// Email is a message that waits to be sent, not an address.
type Email struct {
	ID       string
	Template string
	To       string
}

type phoneModel struct {
	SKU     string
	PhoneOS string
}

type account struct {
	ID            string
	EmailHash     string
	EmailVerified bool
	PhoneID       int64
	CardID        string
	CardBrand     string
	CompanyName   string
	NameServer    string
	Email         string
}

type api interface {
	Create(ctx context.Context, body []byte, idempotencyKey string) error
}

// message is named by the id of a record of type Email.
func message(ctx context.Context, a api, email *Email) error {
	return a.Create(ctx, []byte(email.To), "send/"+email.ID+"/"+email.Template)
}

// fields that only begin like an address or a number.
func fields(ctx context.Context, a api, acc account) error {
	key := fmt.Sprintf("%s-%d-%t-%s", acc.CardID, acc.PhoneID, acc.EmailVerified, acc.CardBrand)
	return a.Create(ctx, nil, key)
}

// hashedBefore: the hash is stored.
func hashedBefore(ctx context.Context, a api, acc account) error {
	return a.Create(ctx, nil, "verify:"+acc.EmailHash)
}

// stock of telephones.
func stock(ctx context.Context, a api, phone phoneModel) error {
	return a.Create(ctx, nil, "restock/"+phone.SKU)
}

// names of machines and companies.
func names(ctx context.Context, a api, acc account) error {
	return a.Create(ctx, nil, acc.NameServer+"/"+acc.CompanyName)
}

// words: the constant says "email", and stands for a step.
func words(ctx context.Context, a api, acc account) error {
	const step = "change-email"
	return a.Create(ctx, []byte(acc.Email), step+":"+acc.ID)
}

// idOfAddress is a number that the database has given to an address.
func idOfAddress(ctx context.Context, a api, emailID, phoneNumberID int64) error {
	return a.Create(ctx, nil, fmt.Sprintf("confirm-%d-%d", emailID, phoneNumberID))
}

// beside: the address travels in the body, in a header for the support, and in the log.
func beside(hc *http.Client, target string, acc account) error {
	req, err := http.NewRequest(http.MethodPost, target+"?email="+url.QueryEscape(acc.Email), http.NoBody)
	if err != nil {
		return err
	}
	req.Header.Set("X-User-Email", acc.Email)
	req.Header.Set("Idempotency-Key", "close/"+acc.ID)
	slog.Debug("close", "email", acc.Email)
	resp, err := hc.Do(req)
	if err != nil {
		return fmt.Errorf("close the account of %s: %w", acc.Email, err)
	}
	return resp.Body.Close()
}

// cached looks an account up by its address: the name of a cache entry is no key of a request.
func cached(ctx context.Context, rdb *redis.Client, email string, load func(string) (account, error)) (account, error) {
	var acc account
	raw, err := rdb.Get(ctx, "account:"+email).Bytes()
	if err == nil {
		return acc, json.Unmarshal(raw, &acc)
	}
	if acc, err = load(email); err != nil {
		return acc, err
	}
	if raw, err = json.Marshal(acc); err != nil {
		return acc, err
	}
	return acc, rdb.Set(ctx, "account:"+email, raw, 10*time.Minute).Err()
}

// counted uses how long a number is, and whether there is one.
func counted(ctx context.Context, a api, acc account, iban string) error {
	return a.Create(ctx, []byte(iban), fmt.Sprintf("%s/%d/%t", acc.ID, len(iban), iban != ""))
}
