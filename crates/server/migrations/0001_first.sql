-- Numbers are BIGINT, times are milliseconds since 1970, what is true is 1. What only one of the two
-- databases understands stands in a comment that names it, and is read there.

CREATE TABLE people (
    id      TEXT   NOT NULL PRIMARY KEY,
    name    TEXT   NOT NULL,
    secret  TEXT   NOT NULL UNIQUE,
    created BIGINT NOT NULL
);

CREATE TABLE tokens (
    id      TEXT   NOT NULL PRIMARY KEY,
    person  TEXT   NOT NULL,
    label   TEXT   NOT NULL,
    hash    TEXT   NOT NULL UNIQUE,
    created BIGINT NOT NULL
);
CREATE INDEX tokens_person ON tokens (person);

CREATE TABLE tables (
    id      TEXT   NOT NULL PRIMARY KEY,
    kind    TEXT   NOT NULL,
    setup   TEXT   NOT NULL,
    draw    BIGINT NOT NULL,
    seats   TEXT   NOT NULL,
    clock   TEXT   NOT NULL,
    open    BIGINT NOT NULL,
    phase   TEXT   NOT NULL,
    created BIGINT NOT NULL,
    started BIGINT,
    ended   BIGINT,
    ending  TEXT,
    result  TEXT,
    turns   BIGINT NOT NULL,
    seed    TEXT   NOT NULL,
    key     TEXT   NOT NULL,
    nonces  TEXT   NOT NULL,
    next    TEXT,
    creator TEXT   NOT NULL,
    first   TEXT   NOT NULL,
    watch   BIGINT NOT NULL,
    version BIGINT NOT NULL
);
CREATE INDEX tables_open ON tables (created, id) WHERE phase = 'waiting' AND open = 1;
CREATE INDEX tables_live ON tables (started, id) WHERE phase = 'playing';
CREATE INDEX tables_watched ON tables (id) WHERE phase = 'playing' AND watch = 1;
CREATE INDEX tables_over ON tables (ended, id) WHERE phase = 'over';
CREATE INDEX tables_over_kind ON tables (kind, ended, id) WHERE phase = 'over';

-- Who sits or sat where, to search by. `folded` is the name in small letters; it is compared byte by byte,
-- so that names that begin alike stand together.
CREATE TABLE seats (
    game   TEXT   NOT NULL,
    seat   BIGINT NOT NULL,
    person TEXT   NOT NULL,
    name   TEXT   NOT NULL,
    folded TEXT   /* in PostgreSQL: COLLATE "C" */ NOT NULL,
    PRIMARY KEY (game, seat)
) /* in SQLite: WITHOUT ROWID */;
CREATE INDEX seats_person ON seats (person, game);
CREATE INDEX seats_folded ON seats (folded, game);

-- The logs. The primary key decides every race.
CREATE TABLE plies (
    game   TEXT   NOT NULL,
    ply    BIGINT NOT NULL,
    what   TEXT   NOT NULL,
    at     BIGINT NOT NULL,
    clocks TEXT   NOT NULL,
    PRIMARY KEY (game, ply)
) /* in SQLite: WITHOUT ROWID */;

CREATE TABLE chat (
    game   TEXT   NOT NULL,
    line   BIGINT NOT NULL,
    person TEXT   NOT NULL,
    name   TEXT   NOT NULL,
    said   TEXT   NOT NULL,
    at     BIGINT NOT NULL,
    PRIMARY KEY (game, line)
) /* in SQLite: WITHOUT ROWID */;

CREATE TABLE beats (
    node TEXT   NOT NULL PRIMARY KEY,
    at   BIGINT NOT NULL
);

CREATE TABLE outages (
    since BIGINT NOT NULL,
    until BIGINT NOT NULL,
    PRIMARY KEY (since, until)
);
