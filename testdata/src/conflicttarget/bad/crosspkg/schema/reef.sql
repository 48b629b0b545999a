CREATE TABLE reef.reef_divers (
    id      uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    licence text NOT NULL UNIQUE,
    name    text NOT NULL
);

CREATE TABLE reef.reef_dives (
    id    uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    diver uuid NOT NULL REFERENCES reef.reef_divers (id),
    start timestamptz NOT NULL,
    depth integer NOT NULL
);
