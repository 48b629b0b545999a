CREATE TABLE processed_events (
	consumer text NOT NULL,
	event_id text NOT NULL,
	at       timestamptz NOT NULL DEFAULT now(),
	PRIMARY KEY (consumer, event_id)
);

CREATE TABLE merchant_credits (
	merchant_id text NOT NULL,
	event_id    text PRIMARY KEY,
	cents       bigint NOT NULL
);

CREATE TABLE notices (
	event_id   text NOT NULL,
	channel    text NOT NULL,
	buyer_id   text NOT NULL,
	payment_id text NOT NULL,
	body       text NOT NULL,
	state      text NOT NULL DEFAULT 'PENDING',
	PRIMARY KEY (event_id, channel)
);

CREATE TABLE daily_totals (
	merchant_id text NOT NULL,
	day         date NOT NULL,
	cents       bigint NOT NULL,
	version     bigint NOT NULL,
	PRIMARY KEY (merchant_id, day)
);

CREATE TABLE merchant_payouts (
	payout_id   text PRIMARY KEY,
	merchant_id text NOT NULL,
	reference   text NOT NULL,
	iban        text NOT NULL,
	cents       bigint NOT NULL,
	bank_number text,
	state       text NOT NULL DEFAULT 'DUE',
	created_at  timestamptz NOT NULL DEFAULT now(),
	began_at    timestamptz,
	UNIQUE (merchant_id, reference)
);

CREATE TABLE merchant_balances (
	merchant_id text PRIMARY KEY,
	email       text NOT NULL,
	cents       bigint NOT NULL DEFAULT 0
);
