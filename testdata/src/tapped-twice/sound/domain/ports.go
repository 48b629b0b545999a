package domain

import "context"

// A UnitOfWork runs work in one transaction, which is behind the repositories that work gets. It may run work again.
type UnitOfWork interface {
	Do(ctx context.Context, work func(ctx context.Context, r Repos) error) error
}

// Repos has a repository for each table.
type Repos struct {
	Keys     Keys
	Payments Payments
	Refunds  Refunds
	Ledger   Ledger
	Outbox   Outbox
	Inbox    Inbox
	Balances Balances
	Payouts  Payouts
	Notices  Notices
	Totals   Totals
}

// A Record is what is kept under a key: who is at it, and where the answer is once there is one.
type Record struct {
	Fingerprint string
	Done        bool
	Payment     string
}

// Keys answers quickly whether a tap was seen.
type Keys interface {
	Claim(ctx context.Context, scope, fingerprint, owner string) (bool, error)
	Find(ctx context.Context, scope string) (*Record, error)
	Complete(ctx context.Context, scope, owner, payment string) error
	Release(ctx context.Context, scope, owner string) error
}

// Payments is the durable guard: a caller's key is unique for as long as the row lives.
type Payments interface {
	Insert(ctx context.Context, p Payment) (bool, error)
	Get(ctx context.Context, id string) (*Payment, error)
	ByKey(ctx context.Context, caller, key string) (*Payment, error)
	Move(ctx context.Context, id string, to State, charge string) (bool, error)
	Dispute(ctx context.Context, id string) (bool, error)
	Unresolved(ctx context.Context, limit int) ([]Payment, error)
}

// Refunds keeps what is given back.
type Refunds interface {
	Insert(ctx context.Context, r Refund) (bool, error)
	Get(ctx context.Context, payment, reference string) (*Refund, error)
	Move(ctx context.Context, payment, reference string, to State) (bool, error)
}

// Ledger books money once for each entry.
type Ledger interface {
	Post(ctx context.Context, entry, account string, cents int64) error
}

// Outbox keeps events until they are sent.
type Outbox interface {
	Add(ctx context.Context, ev Event) error
	Unsent(ctx context.Context, limit int) ([]Event, error)
	MarkSent(ctx context.Context, id string) error
}

// Inbox remembers which events a consumer has taken.
type Inbox interface {
	Claim(ctx context.Context, consumer, event string) (bool, error)
}

// Intake credits merchants, once for each event.
type Intake interface {
	Credit(ctx context.Context, ev Event, plan []Notice) (first bool, err error)
}

// Marks remembers for a while what was seen. It is fast, and it may forget.
type Marks interface {
	Seen(ctx context.Context, id string) (bool, error)
	Mark(ctx context.Context, id string) error
}

// Notices is what buyers are to be told.
type Notices interface {
	Plan(ctx context.Context, n Notice) error
	Pending(ctx context.Context, event string) ([]Notice, error)
	MarkSent(ctx context.Context, event, channel string) error
}

// Totals is the sink of the daily totals.
type Totals interface {
	Set(ctx context.Context, t Total) error
}

// Balances is what merchants can have paid out.
type Balances interface {
	Raise(ctx context.Context, merchant string, cents int64) error
	Lock(ctx context.Context, merchant string) (int64, error)
	Set(ctx context.Context, merchant string, cents int64) error
}

// Wallets shows what merchants have at the moment.
type Wallets interface {
	Balance(ctx context.Context, merchant string) (int64, error)
}

// Answers keeps what was answered under a key.
type Answers interface {
	Begin(ctx context.Context, scope, owner string) (bool, error)
	Find(ctx context.Context, scope string) (status int, body []byte, err error)
	Store(ctx context.Context, scope string, status int, body []byte) error
	Forget(ctx context.Context, scope, owner string) error
}

// Payouts keeps what goes to the banks of merchants.
type Payouts interface {
	Insert(ctx context.Context, p Payout) (bool, error)
	State(ctx context.Context, id string) (string, error)
	Cancel(ctx context.Context, id string) (cents int64, cancelled bool, err error)
	Requeue(ctx context.Context) error
	Due(ctx context.Context, limit int) ([]Payout, error)
	Begin(ctx context.Context, id string) (bool, error)
	Finish(ctx context.Context, id, number string) error
}

// A Processor moves money on cards. It knows a key again.
type Processor interface {
	Charge(ctx context.Context, key string, p Payment) (charge string, err error)
	Refund(ctx context.Context, key, charge string, cents int64) error
}

// A Bank transfers money. It knows a key again.
type Bank interface {
	Transfer(ctx context.Context, key, iban string, cents int64) (number string, err error)
}

// A Publisher sends events to whoever is interested.
type Publisher interface {
	Publish(ctx context.Context, ev Event) error
}

// A Messenger tells a buyer something.
type Messenger interface {
	Tell(ctx context.Context, n Notice) error
}

// A Mailer writes to merchants. The key names the letter.
type Mailer interface {
	Mail(ctx context.Context, key, merchant, text string) error
}

// A Lease lets one process at a time do a job.
type Lease interface {
	Acquire(ctx context.Context, job, owner string) (bool, error)
	Release(ctx context.Context, job, owner string) error
}
