-- Reviews of matches that are over, as JSON: working one out takes about a minute.
CREATE TABLE reviews (
    match  TEXT NOT NULL PRIMARY KEY REFERENCES matches (id) ON DELETE CASCADE,
    review TEXT NOT NULL
) STRICT, WITHOUT ROWID;
