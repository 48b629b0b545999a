CREATE TABLE idem_keys (
	scope       text PRIMARY KEY,
	fingerprint text NOT NULL,
	owner       text NOT NULL,
	payment_id  text,
	lease_until timestamptz NOT NULL,
	expires_at  timestamptz NOT NULL
);

CREATE TABLE payments (
	payment_id  text PRIMARY KEY,
	caller_id   text NOT NULL,
	client_key  text NOT NULL,
	fingerprint text NOT NULL,
	order_id    text NOT NULL,
	merchant_id text NOT NULL,
	cents       bigint NOT NULL,
	currency    char(3) NOT NULL,
	card        text NOT NULL,
	state       text NOT NULL,
	psp_charge  text,
	created_at  timestamptz NOT NULL DEFAULT now(),
	UNIQUE (caller_id, client_key)
);

CREATE TABLE refunds (
	payment_id text NOT NULL REFERENCES payments,
	reference  text NOT NULL,
	charge     text NOT NULL,
	cents      bigint NOT NULL,
	state      text NOT NULL,
	PRIMARY KEY (payment_id, reference)
);

CREATE TABLE ledger_entries (
	entry_id text NOT NULL,
	account  text NOT NULL,
	cents    bigint NOT NULL,
	PRIMARY KEY (entry_id, account)
);

CREATE TABLE outbox (
	event_id   text PRIMARY KEY,
	payload    jsonb NOT NULL,
	created_at timestamptz NOT NULL DEFAULT now(),
	sent_at    timestamptz
);

CREATE TABLE buyers (
	buyer_id text PRIMARY KEY,
	email    text NOT NULL,
	device   text NOT NULL
);
