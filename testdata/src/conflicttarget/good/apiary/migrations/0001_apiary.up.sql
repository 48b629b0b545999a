CREATE TABLE honey_jars (
    id     bigserial PRIMARY KEY,
    apiary text NOT NULL,
    serial text NOT NULL,
    grams  integer NOT NULL,
    CONSTRAINT honey_jars_serial UNIQUE (apiary, serial)
);

CREATE TABLE honey_keepers (
    id    uuid PRIMARY KEY,
    name  text NOT NULL,
    email text NOT NULL
);
CREATE UNIQUE INDEX honey_keepers_email ON honey_keepers (lower(email));

CREATE TABLE honey_labels (
    id         bigserial PRIMARY KEY,
    slug       text NOT NULL,
    motif      text NOT NULL,
    deleted_at timestamptz
);
CREATE UNIQUE INDEX honey_labels_slug ON honey_labels (slug) WHERE deleted_at IS NULL;

CREATE TABLE honey_prices (
    id    bigserial PRIMARY KEY,
    sort  text NOT NULL,
    day   date NOT NULL,
    cents integer NOT NULL
);
CREATE INDEX honey_prices_day ON honey_prices (sort, day);

CREATE TABLE honey_awards (
    id    bigserial PRIMARY KEY,
    year  integer NOT NULL,
    sort  text NOT NULL,
    owner text NOT NULL
);
CREATE UNIQUE INDEX honey_awards_year ON honey_awards (year, sort);

CREATE TABLE honey_hives (
    place text NOT NULL,
    frame integer NOT NULL,
    queen text NOT NULL,
    PRIMARY KEY (place, frame)
);
