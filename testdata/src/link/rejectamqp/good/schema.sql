CREATE TABLE hatched_eggs (id text PRIMARY KEY, hen text NOT NULL, gram int NOT NULL);
