-- What the engine is asked for and has found out.

-- What is to be thought about: a machine player's turn, a hint, a review. It is gone when it is concluded, or when the
-- game went on without it; a number is never used for anything else.
CREATE TABLE study (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game INTEGER NOT NULL REFERENCES game (number),
    purpose TEXT NOT NULL CHECK (purpose IN ('reply', 'hint', 'review')),
    -- Who asked, where, and by which event; nobody asks a machine player to move.
    asker INTEGER REFERENCES person (id),
    room INTEGER REFERENCES room (id),
    event TEXT,
    at INTEGER NOT NULL,
    UNIQUE (game, purpose),
    CHECK ((purpose = 'reply') = (asker IS NULL)),
    CHECK ((asker IS NULL) = (room IS NULL) AND (asker IS NULL) = (event IS NULL))
) STRICT;

-- A position in which its player asked for a hint, how much of it was asked for, and the line once it is found.
CREATE TABLE hint (
    game INTEGER NOT NULL REFERENCES game (number),
    ply INTEGER NOT NULL CHECK (ply >= 0),
    fen TEXT NOT NULL,
    side TEXT NOT NULL CHECK (side IN ('white', 'black')),
    step INTEGER NOT NULL CHECK (step BETWEEN 1 AND 3),
    line TEXT CHECK (line IS NULL OR json_valid(line)),
    at INTEGER NOT NULL,
    PRIMARY KEY (game, ply, fen)
) STRICT, WITHOUT ROWID;

-- How a machine player judged its own position at its turn after `ply` others, in hundredths of a pawn.
CREATE TABLE judgement (
    game INTEGER NOT NULL REFERENCES game (number),
    ply INTEGER NOT NULL CHECK (ply >= 0),
    score INTEGER NOT NULL,
    PRIMARY KEY (game, ply)
) STRICT, WITHOUT ROWID;

-- The turning points of a finished game that somebody asked about.
CREATE TABLE review (
    game INTEGER PRIMARY KEY REFERENCES game (number),
    points TEXT NOT NULL CHECK (json_valid(points)),
    at INTEGER NOT NULL
) STRICT;
