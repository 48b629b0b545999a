CREATE TABLE printed_letters (
    number         bigserial PRIMARY KEY,
    sender         text NOT NULL,
    client_request text NOT NULL,
    body           text NOT NULL,
    UNIQUE (sender, client_request)
);
