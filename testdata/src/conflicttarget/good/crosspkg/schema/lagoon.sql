CREATE TABLE lagoon.lagoon_divers (
    id      uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    licence text NOT NULL UNIQUE,
    name    text NOT NULL
);

CREATE TABLE lagoon.lagoon_dives (
    id    uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    diver uuid NOT NULL REFERENCES lagoon.lagoon_divers (id),
    start timestamptz NOT NULL,
    depth integer NOT NULL
);

DO $$
BEGIN
    ALTER TABLE lagoon.lagoon_dives ADD CONSTRAINT lagoon_dives_start UNIQUE (diver, start);
EXCEPTION WHEN duplicate_table THEN NULL;
END $$;
