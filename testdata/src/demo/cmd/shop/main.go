// Command shop charges one order and gives the money back.
package main

import (
	"context"
	"log"
	"net/http"

	"example.com/demo/pay"
)

func main() {
	c := &pay.Client{
		BaseURL: "http://127.0.0.1:8099",
		HTTP:    &http.Client{Transport: pay.Retrying{Base: http.DefaultTransport}},
	}
	ctx := context.Background()
	order := pay.Charge{OrderID: "o-1", Cents: 1999}
	if err := c.ChargeOnce(ctx, order); err != nil {
		log.Fatal(err)
	}
	if err := c.Refund(ctx, order); err != nil {
		log.Fatal(err)
	}
}
