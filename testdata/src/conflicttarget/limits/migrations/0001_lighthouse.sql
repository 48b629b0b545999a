CREATE TABLE beacon_keepers (
    id    int NOT NULL PRIMARY KEY,
    email varchar(255) NOT NULL UNIQUE,
    name  varchar(255) NOT NULL
);

CREATE TABLE beacon_lamps (
    id    bigserial PRIMARY KEY,
    tower text NOT NULL,
    watts integer NOT NULL
);

CREATE TABLE beacon_visits (
    tower   text NOT NULL,
    visitor text,
    day     date NOT NULL,
    UNIQUE (tower, visitor, day)
);
