-- Ratings, preferences, rooms' rules, blocks and mutes.

-- What a person has set, as JSON; whatever isn't named is as usual.
ALTER TABLE person ADD COLUMN settings TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(settings));

-- What a room's moderators have set, as JSON, and the room whose rules hold in a thread.
ALTER TABLE room ADD COLUMN rules TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(rules));
ALTER TABLE room ADD COLUMN within INTEGER REFERENCES room (id);
CREATE INDEX room_within ON room (within) WHERE within IS NOT NULL;

-- A person's present rating in a kind of game, as it was after the last rated game.
CREATE TABLE rating (
    person INTEGER NOT NULL REFERENCES person (id),
    kind TEXT NOT NULL,
    rating REAL NOT NULL,
    deviation REAL NOT NULL,
    volatility REAL NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (person, kind)
) STRICT, WITHOUT ROWID;
CREATE INDEX rating_order ON rating (kind, rating DESC);

-- What a game changed, a row a player; in the order of the ids.
CREATE TABLE rating_change (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game INTEGER NOT NULL REFERENCES game (number),
    color TEXT NOT NULL CHECK (color IN ('white', 'black')),
    rating_before REAL NOT NULL,
    deviation_before REAL NOT NULL,
    volatility_before REAL NOT NULL,
    rating_after REAL NOT NULL,
    deviation_after REAL NOT NULL,
    volatility_after REAL NOT NULL,
    UNIQUE (game, color)
) STRICT;

CREATE TABLE block (
    person INTEGER NOT NULL REFERENCES person (id),
    blocked INTEGER NOT NULL REFERENCES person (id),
    at INTEGER NOT NULL,
    PRIMARY KEY (person, blocked)
) STRICT, WITHOUT ROWID;
CREATE INDEX block_of ON block (blocked);

-- Who isn't heard in a room, until when if not for ever, and whether they were told.
CREATE TABLE mute (
    room INTEGER NOT NULL REFERENCES room (id),
    person INTEGER NOT NULL REFERENCES person (id),
    until INTEGER,
    told INTEGER NOT NULL DEFAULT 0 CHECK (told IN (0, 1)),
    PRIMARY KEY (room, person)
) STRICT, WITHOUT ROWID;
CREATE INDEX mute_of ON mute (person);

-- A person's finished games, and who has played in a room.
CREATE INDEX game_ended_white ON game (white, ended) WHERE ended IS NOT NULL;
CREATE INDEX game_ended_black ON game (black, ended) WHERE ended IS NOT NULL;
CREATE INDEX game_in_room ON game (room, white, black);
