CREATE TABLE museum_passes (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    number text NOT NULL,
    hall text NOT NULL
);
CREATE INDEX museum_passes_number ON museum_passes (number);
