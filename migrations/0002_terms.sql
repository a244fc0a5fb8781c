-- What a game was agreed on to be like, as JSON; the game of an accepted challenge has its terms.
-- Nobody was asked about these before.

ALTER TABLE challenge ADD COLUMN terms TEXT NOT NULL DEFAULT '{"hints":false,"rated":false}' CHECK (json_valid(terms));
