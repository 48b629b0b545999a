// Payd serves the API and works through what it leaves to be done.
package main

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"os"
	"os/signal"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/redis/go-redis/v9"
	"github.com/resend/resend-go/v2"
	"github.com/segmentio/kafka-go"
	"github.com/sideshow/apns2"

	"example.com/cases/tapped-twice/broken/adapters/bank"
	api "example.com/cases/tapped-twice/broken/adapters/http"
	stream "example.com/cases/tapped-twice/broken/adapters/kafka"
	"example.com/cases/tapped-twice/broken/adapters/mail"
	"example.com/cases/tapped-twice/broken/adapters/metrics"
	"example.com/cases/tapped-twice/broken/adapters/postgres"
	"example.com/cases/tapped-twice/broken/adapters/psp"
	"example.com/cases/tapped-twice/broken/adapters/push"
	"example.com/cases/tapped-twice/broken/adapters/queue"
	fast "example.com/cases/tapped-twice/broken/adapters/redis"
	"example.com/cases/tapped-twice/broken/app"
	"example.com/cases/tapped-twice/broken/domain"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		slog.Error("payd", "error", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	pool, err := pgxpool.New(ctx, os.Getenv("DATABASE_URL"))
	if err != nil {
		return err
	}
	defer pool.Close()
	store := postgres.NewStore(pool)
	queues := sqs.New(sqs.Options{Region: os.Getenv("REGION")})
	processor := metrics.NewProcessor(psp.New(os.Getenv("PROCESSOR_URL")))
	payments := postgres.Payments{Store: store}
	outbox := postgres.Outbox{Store: store}
	settle := &app.Settle{Work: store, Payments: payments, Ledger: postgres.Ledger{Store: store}, Outbox: outbox}

	office := mail.NewOffice(resend.NewClient(os.Getenv("RESEND_KEY")), postgres.Balances{Store: store})
	events := queue.NewConsumer(queues, os.Getenv("QUEUE_URL"))
	credit := newCredit(store)
	dispute := &app.Dispute{
		Work: store, Inbox: postgres.Inbox{Store: store}, Ledger: settle.Ledger, Balances: postgres.Balances{Store: store}, Mailer: office,
	}
	events.On(domain.PaymentSucceeded, credit.Take)
	events.On(domain.PaymentRefunded, credit.Take)
	events.On(domain.PaymentDisputed, dispute.Take)
	go background(ctx, events.Run)
	totals := kafka.NewReader(kafka.ReaderConfig{Brokers: []string{os.Getenv("BROKER")}, Topic: "totals", GroupID: "payd"})
	go background(ctx, stream.NewReader(totals, &app.Totals{Sink: postgres.Totals{Store: store}, Mailer: office}).Run)

	rdb := redis.NewClient(&redis.Options{Addr: os.Getenv("REDIS_ADDR")})
	leader := fast.NewLeases(rdb)
	resolve := &app.Resolve{Lease: leader, Payments: payments, Processor: processor, Settle: settle}
	publisher := queue.NewPublisher(queues, os.Getenv("QUEUE_URL"))
	relay := &app.Relay{Outbox: outbox, Publisher: publisher}
	payout := &app.Payout{
		Payouts: postgres.Payouts{Store: store}, Bank: &bank.Client{HTTP: http.DefaultClient, Base: os.Getenv("BANK_URL")}, Mailer: office,
	}
	for every, job := range map[time.Duration]func(context.Context) error{time.Second: relay.Run, time.Minute: resolve.Run, time.Hour: payout.Run} {
		go repeat(ctx, every, job)
	}
	server := &http.Server{Addr: ":8080", Handler: newAPI(store, settle, processor, fast.NewAnswers(rdb), publisher).Routes()}
	return server.ListenAndServe()
}

func newAPI(store *postgres.Store, settle *app.Settle, processor domain.Processor, answers domain.Answers, publisher domain.Publisher) *api.API {
	payments := postgres.Payments{Store: store}
	return &api.API{
		Pay: &app.Pay{Keys: postgres.Keys{Store: store}, Payments: payments, Processor: processor, Settle: settle},
		Refund: &app.Refund{
			Work: store, Payments: payments, Refunds: postgres.Refunds{Store: store}, Processor: processor,
			Ledger: settle.Ledger, Publisher: publisher,
		},
		Callback: &app.Callback{Work: store, Inbox: postgres.Inbox{Store: store}, Payments: payments, Outbox: settle.Outbox, Settle: settle},
		Orders:   &app.Order{Work: store, Payouts: postgres.Payouts{Store: store}, Balances: postgres.Balances{Store: store}},
		Answers:  answers,
		Payments: payments,
		Secret:   os.Getenv("SEAL"),
	}
}

func newCredit(store *postgres.Store) *app.Credit {
	notices, buyers := postgres.Notices{Store: store}, postgres.Buyers{Store: store}
	notify := &app.Notify{Notices: notices, Channels: map[string]domain.Messenger{
		"push": push.New(apns2.NewTokenClient(nil).Production(), os.Getenv("APNS_TOPIC"), buyers),
		"mail": mail.New(resend.NewClient(os.Getenv("RESEND_KEY")), buyers),
	}}
	return &app.Credit{Work: store, Inbox: postgres.Inbox{Store: store}, Credits: postgres.Credits{Store: store},
		Balances: postgres.Balances{Store: store}, Notices: notices, Notify: notify}
}

func background(ctx context.Context, run func(context.Context) error) {
	for ctx.Err() == nil {
		if err := run(ctx); err != nil && !errors.Is(err, context.Canceled) {
			slog.ErrorContext(ctx, "background", "error", err)
			time.Sleep(time.Second)
		}
	}
}

func repeat(ctx context.Context, every time.Duration, job func(context.Context) error) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if err := job(ctx); err != nil {
				slog.ErrorContext(ctx, "job", "error", err)
			}
		}
	}
}
