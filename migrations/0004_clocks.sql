-- Clocks, vacations, and moves that wait for the opponent's. Times are milliseconds.

-- What the mover had left at the move; nothing where no clock ran.
ALTER TABLE move ADD COLUMN left INTEGER;

-- What both sides had left when the present turn began, the zone it is counted in, when its time is up, and when there
-- is next something to do about it: the reminder when that is before the deadline, else the end; nothing after that.
CREATE TABLE clock (
    game INTEGER PRIMARY KEY REFERENCES game (number),
    white INTEGER NOT NULL,
    black INTEGER NOT NULL,
    since INTEGER NOT NULL,
    zone TEXT NOT NULL,
    deadline INTEGER NOT NULL,
    due INTEGER CHECK (due <= deadline)
) STRICT;

CREATE INDEX clock_due ON clock (due) WHERE due IS NOT NULL;

-- When people were or are away; no two of a person's overlap.
CREATE TABLE vacation (
    person INTEGER NOT NULL REFERENCES person (id),
    begins INTEGER NOT NULL,
    ends INTEGER NOT NULL CHECK (ends > begins),
    PRIMARY KEY (person, begins)
) STRICT, WITHOUT ROWID;

-- What a side plays when the other plays something: a line of moves of both in turn, the other's first, as JSON.
CREATE TABLE conditional (
    game INTEGER NOT NULL REFERENCES game (number),
    by TEXT NOT NULL CHECK (by IN ('white', 'black')),
    line INTEGER NOT NULL,
    moves TEXT NOT NULL CHECK (json_valid(moves)),
    PRIMARY KEY (game, by, line)
) STRICT, WITHOUT ROWID;
