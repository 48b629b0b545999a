CREATE TABLE museum_passes (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    number text NOT NULL,
    hall text NOT NULL
);
CREATE INDEX museum_passes_number ON museum_passes (number);

CREATE TABLE museum_coats (
    id text PRIMARY KEY,
    peg text NOT NULL
);

CREATE TABLE museum_guides (
    ticket text NOT NULL,
    guide text NOT NULL
);
CREATE UNIQUE INDEX museum_guides_ticket ON museum_guides (ticket);
