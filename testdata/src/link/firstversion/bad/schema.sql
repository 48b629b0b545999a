CREATE TABLE boat_streams (id text PRIMARY KEY, version bigint NOT NULL, berth text NOT NULL);
