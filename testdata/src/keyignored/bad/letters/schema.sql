CREATE TABLE letters (
    number         bigserial PRIMARY KEY,
    sender         text NOT NULL,
    client_request text NOT NULL,
    body           text NOT NULL
);

CREATE INDEX letters_by_request ON letters (client_request);
