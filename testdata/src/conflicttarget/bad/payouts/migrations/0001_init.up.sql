CREATE TABLE prize_payouts (
    id        uuid PRIMARY KEY,
    raffle    text NOT NULL,
    ticket    text NOT NULL,
    cents     bigint NOT NULL,
    UNIQUE (raffle, ticket)
);
