// Package cassandra has counter columns, which know no other write than a relative one.
package cassandra

import (
	"context"

	"github.com/aws/aws-lambda-go/events"
	"github.com/bradfitz/gomemcache/memcache"
	"github.com/gocql/gocql"
)

// library counts how often a book was lent.
type library struct{ session *gocql.Session }

func (l *library) lent(ctx context.Context, book string) error {
	return l.session.Query(`UPDATE book_loans SET times = times + 1 WHERE book = ?`, book).WithContext(ctx).Exec() // want "IDV401: .*book_loans"
}

// loans is called again by Lambda with the whole batch when it returns an error.
func (l *library) loans(ctx context.Context, batch events.SQSEvent) error {
	for _, record := range batch.Records {
		if err := l.lent(ctx, record.Body); err != nil {
			return err
		}
	}
	return nil
}

// quota counts in memcached how many books a reader has at home.
type quota struct{ mc *memcache.Client }

func (q *quota) back(_ context.Context, event events.SNSEvent) error {
	for _, record := range event.Records {
		if _, err := q.mc.Decrement("home:"+record.SNS.Message, 1); err != nil { // want "IDV401: .*Decrement"
			return err
		}
	}
	return nil
}
