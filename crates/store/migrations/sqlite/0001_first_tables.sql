-- People, their keys to the house, matches and what happened in them.
-- Times are seconds since 1970. JSON is text, as the types of the wire and of records write it.

CREATE TABLE people (
    id       TEXT NOT NULL PRIMARY KEY,
    name     TEXT NOT NULL,
    -- The name as it is compared: lower case. Guests have none, and any number of them may share a name.
    name_key TEXT UNIQUE,
    password TEXT,
    made     INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- A secret is kept as its hash alone: whoever reads this file cannot sign in with it.
CREATE TABLE sessions (
    hash    BLOB NOT NULL PRIMARY KEY,
    person  TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    made    INTEGER NOT NULL,
    seen    INTEGER NOT NULL,
    expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_by_expiry ON sessions (expires);
CREATE INDEX sessions_by_person ON sessions (person);

CREATE TABLE tokens (
    hash   BLOB NOT NULL PRIMARY KEY,
    id     TEXT NOT NULL UNIQUE,
    person TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    label  TEXT NOT NULL,
    made   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX tokens_by_person ON tokens (person);

-- What changes with each decision is in one small row, so that a decision writes few pages.
CREATE TABLE matches (
    id         TEXT NOT NULL PRIMARY KEY,
    game       TEXT NOT NULL,
    rules      INTEGER NOT NULL,
    title      TEXT NOT NULL,
    scenario   TEXT,
    options    TEXT NOT NULL,
    seed_hash  TEXT NOT NULL,
    status     TEXT NOT NULL CHECK (status IN ('gathering', 'playing', 'finished')),
    maker      TEXT NOT NULL REFERENCES people (id),
    -- From where it was made, as a keyed hash: to count, not to know.
    origin     BLOB NOT NULL,
    private    INTEGER NOT NULL CHECK (private IN (0, 1)),
    invitation TEXT NOT NULL,
    clock      TEXT,
    clocks     TEXT,
    waiting    INTEGER NOT NULL,
    turn       INTEGER,
    result     TEXT,
    made       INTEGER NOT NULL,
    touched    INTEGER NOT NULL,
    decisions  INTEGER NOT NULL,
    uploaded   INTEGER NOT NULL CHECK (uploaded IN (0, 1))
) STRICT, WITHOUT ROWID;
CREATE INDEX matches_open ON matches (made, id) WHERE status = 'gathering' AND private = 0;
CREATE INDEX matches_playing ON matches (made, id) WHERE status = 'playing' AND private = 0;
CREATE INDEX matches_live ON matches (id) WHERE status = 'playing';
CREATE INDEX matches_by_maker ON matches (maker);
CREATE INDEX matches_by_origin ON matches (origin) WHERE status <> 'finished';

-- What never changes: scenario with options, which may be large, and the seed, which nobody is told before the end.
CREATE TABLE setups (
    match TEXT NOT NULL PRIMARY KEY REFERENCES matches (id) ON DELETE CASCADE,
    setup TEXT NOT NULL,
    seed  BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE seats (
    match  TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    seat   INTEGER NOT NULL,
    side   TEXT NOT NULL,
    name   TEXT NOT NULL,
    kind   TEXT NOT NULL CHECK (kind IN ('open', 'person', 'bot')),
    person TEXT REFERENCES people (id),
    bot    TEXT,
    PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX seats_by_person ON seats (person) WHERE person IS NOT NULL;

-- The decisions, each as its line of the record.
CREATE TABLE entries (
    match  TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    entry  TEXT NOT NULL,
    PRIMARY KEY (match, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE chat (
    match  TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    person TEXT NOT NULL REFERENCES people (id),
    name   TEXT NOT NULL,
    seat   INTEGER,
    text   TEXT NOT NULL,
    at     INTEGER NOT NULL,
    PRIMARY KEY (match, number)
) STRICT, WITHOUT ROWID;

-- Secrets of this server itself, made when the file is.
CREATE TABLE keys (
    name TEXT NOT NULL PRIMARY KEY,
    key  BLOB NOT NULL
) STRICT, WITHOUT ROWID;
