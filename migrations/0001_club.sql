-- The club's memory: people, rooms, challenges, games, and what is still to be said.
-- Instants are milliseconds since 1970 in UTC.

CREATE TABLE setting (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- A person is known by the key alone; the name is what was seen last.
CREATE TABLE person (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL
) STRICT;

CREATE TABLE room (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE
) STRICT;

-- Everything that people did and that was dealt with, so that what is delivered twice counts once.
CREATE TABLE event (
    key TEXT PRIMARY KEY,
    at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- A game has the number of the challenge that it came of; no number is ever given twice.
CREATE TABLE challenge (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    room INTEGER NOT NULL REFERENCES room (id),
    challenger INTEGER NOT NULL REFERENCES person (id),
    opponent INTEGER REFERENCES person (id),
    kind TEXT NOT NULL,
    color TEXT NOT NULL CHECK (color IN ('white', 'black', 'random')),
    rematch_of INTEGER REFERENCES game (number),
    state TEXT NOT NULL CHECK (state IN ('open', 'accepted', 'declined', 'withdrawn', 'expired')),
    made INTEGER NOT NULL,
    expires INTEGER NOT NULL CHECK (expires > made),
    CHECK (opponent IS NOT challenger)
) STRICT;

CREATE INDEX challenge_expiring ON challenge (expires) WHERE state = 'open';
CREATE INDEX challenge_in_room ON challenge (room) WHERE state = 'open';
CREATE INDEX challenge_by ON challenge (challenger) WHERE state = 'open';
CREATE INDEX challenge_to ON challenge (opponent) WHERE state = 'open';
-- However many ask for a rematch at once, there is one.
CREATE UNIQUE INDEX one_rematch ON challenge (rematch_of)
    WHERE rematch_of IS NOT NULL AND state IN ('open', 'accepted');

CREATE TABLE game (
    number INTEGER PRIMARY KEY REFERENCES challenge (number),
    room INTEGER NOT NULL REFERENCES room (id),
    kind TEXT NOT NULL,
    white INTEGER NOT NULL REFERENCES person (id),
    black INTEGER NOT NULL REFERENCES person (id),
    ply INTEGER NOT NULL DEFAULT 0 CHECK (ply >= 0),
    started INTEGER NOT NULL,
    moved INTEGER NOT NULL,
    score TEXT CHECK (score IN ('1-0', '0-1', '1/2-1/2')),
    reason TEXT,
    ended INTEGER,
    CHECK (white <> black),
    CHECK ((reason IS NULL) = (ended IS NULL)),
    CHECK (score IS NULL OR ended IS NOT NULL)
) STRICT;

CREATE INDEX game_running_white ON game (white) WHERE ended IS NULL;
CREATE INDEX game_running_black ON game (black) WHERE ended IS NULL;
CREATE INDEX game_running_in_room ON game (room) WHERE ended IS NULL;
CREATE INDEX game_ended_in_room ON game (room, ended) WHERE ended IS NOT NULL;

-- The move played after `ply` others.
CREATE TABLE move (
    game INTEGER NOT NULL REFERENCES game (number),
    ply INTEGER NOT NULL CHECK (ply >= 0),
    coordinates TEXT NOT NULL,
    san TEXT NOT NULL,
    at INTEGER NOT NULL,
    event TEXT NOT NULL UNIQUE REFERENCES event (key),
    PRIMARY KEY (game, ply)
) STRICT, WITHOUT ROWID;

-- A draw offered or a takeback wished for, standing until it is answered or lapses.
CREATE TABLE offer (
    game INTEGER NOT NULL REFERENCES game (number),
    what TEXT NOT NULL CHECK (what IN ('draw', 'takeback')),
    by TEXT NOT NULL CHECK (by IN ('white', 'black')),
    at INTEGER NOT NULL,
    PRIMARY KEY (game, what)
) STRICT, WITHOUT ROWID;

-- Posts that were decided on and aren't known to be sent; a number is never used for another post.
CREATE TABLE outbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    post TEXT NOT NULL CHECK (json_valid(post)),
    at INTEGER NOT NULL
) STRICT;
