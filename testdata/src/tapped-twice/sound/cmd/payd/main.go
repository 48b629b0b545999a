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

	"example.com/cases/tapped-twice/sound/adapters/bank"
	api "example.com/cases/tapped-twice/sound/adapters/http"
	stream "example.com/cases/tapped-twice/sound/adapters/kafka"
	"example.com/cases/tapped-twice/sound/adapters/mail"
	"example.com/cases/tapped-twice/sound/adapters/metrics"
	"example.com/cases/tapped-twice/sound/adapters/postgres"
	"example.com/cases/tapped-twice/sound/adapters/psp"
	"example.com/cases/tapped-twice/sound/adapters/push"
	"example.com/cases/tapped-twice/sound/adapters/queue"
	fast "example.com/cases/tapped-twice/sound/adapters/redis"
	"example.com/cases/tapped-twice/sound/app"
	"example.com/cases/tapped-twice/sound/domain"
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
	store, rdb := postgres.NewStore(pool), redis.NewClient(&redis.Options{Addr: os.Getenv("REDIS_ADDR")})
	queues := sqs.New(sqs.Options{Region: os.Getenv("REGION")})
	publisher := queue.NewPublisher(queues, os.Getenv("QUEUE_URL"))
	processor := metrics.NewProcessor(psp.New(os.Getenv("PROCESSOR_URL")))
	office := mail.NewOffice(resend.NewClient(os.Getenv("RESEND_KEY")), postgres.NewMerchants(pool))
	settle := &app.Settle{Work: store}

	events := queue.NewConsumer(queues, os.Getenv("QUEUE_URL"))
	subscribe(events, &app.Credit{Intake: postgres.NewIntake(pool), Notify: notify(pool, store)}, &app.Dispute{Work: store, Mailer: office})
	go background(ctx, events.Run)
	totals := kafka.ReaderConfig{Brokers: []string{os.Getenv("BROKER")}, Topic: "totals", GroupID: "payd"}
	go background(ctx, stream.NewReader(totals, &app.Totals{Sink: store.Repos().Totals, Mailer: office}).Run)

	go repeat(ctx, time.Second, (&app.Relay{Outbox: store.Repos().Outbox, Publisher: publisher}).Run)
	resolve := &app.Resolve{Lease: fast.NewLeases(rdb), Payments: store.Repos().Payments, Processor: processor, Settle: settle}
	go repeat(ctx, time.Minute, resolve.Run)
	payout := &app.Payout{
		Payouts: store.Repos().Payouts, Bank: &bank.Client{HTTP: http.DefaultClient, Base: os.Getenv("BANK_URL")}, Mailer: office,
	}
	go repeat(ctx, time.Hour, payout.Run)
	handler := &api.API{
		Pay:      &app.Pay{Keys: store.Repos().Keys, Payments: store.Repos().Payments, Processor: processor, Settle: settle},
		Refund:   &app.Refund{Work: store, Payments: store.Repos().Payments, Refunds: store.Repos().Refunds, Processor: processor},
		Callback: &app.Callback{Work: store},
		Fee:      &app.Fee{Work: store, Marks: fast.NewMarks(rdb)},
		Orders:   &app.Order{Work: store, Wallets: postgres.NewMerchants(pool), Mailer: office},
		Answers:  fast.NewAnswers(rdb),
		Payments: store.Repos().Payments,
		Secret:   os.Getenv("SEAL"),
	}
	server := &http.Server{Addr: ":8080", Handler: handler.Routes()}
	return server.ListenAndServe()
}

func subscribe(events *queue.Consumer, credit *app.Credit, dispute *app.Dispute) {
	events.On(domain.PaymentSucceeded, credit.Take)
	events.On(domain.PaymentRefunded, credit.Take)
	events.On(domain.PaymentDisputed, dispute.Take)
}

func notify(pool *pgxpool.Pool, store *postgres.Store) *app.Notify {
	buyers := postgres.NewBuyers(pool)
	return &app.Notify{
		Notices: store.Repos().Notices,
		Push:    push.New(apns2.NewTokenClient(nil).Production(), os.Getenv("APNS_TOPIC"), buyers),
		Mail:    mail.New(resend.NewClient(os.Getenv("RESEND_KEY")), buyers),
	}
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
