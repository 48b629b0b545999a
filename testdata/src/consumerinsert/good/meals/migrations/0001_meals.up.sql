CREATE TABLE meals (
    order_no text PRIMARY KEY,
    seat     text NOT NULL,
    dish     text NOT NULL
);
