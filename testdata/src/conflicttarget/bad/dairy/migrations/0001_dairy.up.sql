CREATE TABLE cheese_wheels (
    id     bigserial PRIMARY KEY,
    dairy  text NOT NULL,
    serial text NOT NULL,
    grams  integer NOT NULL,
    CONSTRAINT cheese_wheels_serial UNIQUE (dairy, serial)
);

CREATE TABLE cheese_makers (
    id    bigserial PRIMARY KEY,
    name  text NOT NULL,
    email text NOT NULL
);
CREATE UNIQUE INDEX cheese_makers_email ON cheese_makers (lower(email));

CREATE TABLE cheese_labels (
    id         bigserial PRIMARY KEY,
    slug       text NOT NULL,
    motif      text NOT NULL,
    deleted_at timestamptz
);
CREATE UNIQUE INDEX cheese_labels_slug ON cheese_labels (slug) WHERE deleted_at IS NULL;

CREATE TABLE cheese_prices (
    id    bigserial PRIMARY KEY,
    sort  text NOT NULL,
    day   date NOT NULL,
    cents integer NOT NULL
);
CREATE INDEX cheese_prices_day ON cheese_prices (sort, day);

CREATE TABLE cheese_tastings (
    id    bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    wheel bigint NOT NULL REFERENCES cheese_wheels (id),
    judge text NOT NULL,
    note  text NOT NULL
);

CREATE TABLE cheese_awards (
    id    bigserial PRIMARY KEY,
    year  integer NOT NULL,
    sort  text NOT NULL,
    dairy text NOT NULL
);
CREATE UNIQUE INDEX cheese_awards_year ON cheese_awards (year, sort);
