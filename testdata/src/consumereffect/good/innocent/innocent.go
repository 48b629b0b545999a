// Package innocent sends where nothing is run again, or what may come twice.
package innocent

import (
	"context"
	"net/http"

	"github.com/nats-io/nats.go"
	amqp "github.com/rabbitmq/amqp091-go"
	"github.com/redis/go-redis/v9"
	"github.com/slack-go/slack"
	"github.com/wneessen/go-mail"
)

// office answers people.
type office struct {
	smtp  *mail.Client
	chat  *slack.Client
	rdb   *redis.Client
	board string
}

// contact mails what a visitor wrote. Who presses twice has written twice.
func (o *office) contact(w http.ResponseWriter, r *http.Request) {
	m := mail.NewMsg()
	m.Subject("Question")
	m.SetBodyString(mail.TypeTextPlain, r.FormValue("text"))
	if err := m.To("office@example.com"); err != nil {
		http.Error(w, "not sent", http.StatusInternalServerError)
		return
	}
	if err := o.smtp.DialAndSendWithContext(r.Context(), m); err != nil {
		http.Error(w, "not sent", http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusAccepted)
}

// bell is told by a broker that delivers at most once.
func (o *office) bell(nc *nats.Conn) (*nats.Subscription, error) {
	return nc.Subscribe("bell", func(m *nats.Msg) {
		_, _, _ = o.chat.PostMessageContext(context.Background(), "CDOOR", slack.MsgOptionText("Somebody is at the door.", false))
	})
}

// lamps shows lamps as they are, to whoever looks at this moment, and throws a copy away.
func (o *office) lamps(ctx context.Context, in <-chan amqp.Delivery) error {
	for d := range in {
		if err := o.rdb.Publish(ctx, "lamps", d.Body).Err(); err != nil {
			return err
		}
		if err := o.rdb.Del(ctx, "lamps:page").Err(); err != nil {
			return err
		}
		if err := d.Ack(false); err != nil {
			return err
		}
	}
	return ctx.Err()
}
