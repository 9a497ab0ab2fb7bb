-- One row: what only nodes know. Engine workers are told of visitors what it hides them with.
CREATE TABLE secret (
    id      bigint PRIMARY KEY CHECK (id = 1),
    value   bytea  NOT NULL
);
