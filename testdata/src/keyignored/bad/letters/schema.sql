CREATE TABLE typed_letters (
    number         bigserial PRIMARY KEY,
    sender         text NOT NULL,
    client_request text NOT NULL,
    body           text NOT NULL
);

CREATE INDEX typed_letters_by_request ON typed_letters (client_request);
