CREATE TABLE moored_boats (id text PRIMARY KEY, version bigint NOT NULL, berth text NOT NULL);
