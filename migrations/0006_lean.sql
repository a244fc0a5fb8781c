-- Less to write for a move.

-- By which event a move came is in `event`, for as long as it may come again; the move itself needn't tell.
CREATE TABLE move_anew (
    game INTEGER NOT NULL REFERENCES game (number),
    ply INTEGER NOT NULL CHECK (ply >= 0),
    coordinates TEXT NOT NULL,
    san TEXT NOT NULL,
    at INTEGER NOT NULL,
    left INTEGER,
    PRIMARY KEY (game, ply)
) STRICT, WITHOUT ROWID;
INSERT INTO move_anew SELECT game, ply, coordinates, san, at, left FROM move ORDER BY game, ply;
DROP TABLE move;
ALTER TABLE move_anew RENAME TO move;

-- The program numbers posts by itself, and has just written what a check would read again.
CREATE TABLE outbox_anew (
    id INTEGER PRIMARY KEY,
    post TEXT NOT NULL,
    at INTEGER NOT NULL
) STRICT;
INSERT INTO outbox_anew SELECT id, post, at FROM outbox;
DROP TABLE outbox;
ALTER TABLE outbox_anew RENAME TO outbox;

-- A person's running games in one room are found without looking at the others.
DROP INDEX game_running_white;
DROP INDEX game_running_black;
CREATE INDEX game_running_white ON game (white, room) WHERE ended IS NULL;
CREATE INDEX game_running_black ON game (black, room) WHERE ended IS NULL;
