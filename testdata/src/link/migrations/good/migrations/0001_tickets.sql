CREATE TABLE museum_tickets (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    number text NOT NULL,
    hall text NOT NULL
);
CREATE UNIQUE INDEX museum_tickets_number ON museum_tickets (number);
