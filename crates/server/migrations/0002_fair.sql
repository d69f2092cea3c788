-- The reference clock at each heartbeat: nodes that start later agree with those that run.
ALTER TABLE beats ADD COLUMN wall BIGINT NOT NULL DEFAULT 0;

-- When the scheduler has to look at a running game; never too late, perhaps too early. 0 is not known: older servers do
-- not write it.
ALTER TABLE tables ADD COLUMN due BIGINT NOT NULL DEFAULT 0;
CREATE INDEX tables_due ON tables (due, id) WHERE phase = 'playing';

-- Games of the archive by everything they are searched by, the latest first. Aborted and private games are left out, so
-- that they cannot slow a search down. A setup may be longer than an index allows, so its beginning is indexed.
CREATE INDEX archive_ended ON tables (ended, id) WHERE phase = 'over' AND ending <> 'aborted' AND open = 1;
CREATE INDEX archive_kind ON tables (kind, ended, id) WHERE phase = 'over' AND ending <> 'aborted' AND open = 1;
CREATE INDEX archive_result ON tables (result, ended, id) WHERE phase = 'over' AND ending <> 'aborted' AND open = 1;
CREATE INDEX archive_kind_result ON tables (kind, result, ended, id) WHERE phase = 'over' AND ending <> 'aborted' AND open = 1;
CREATE INDEX archive_setup ON tables (substr(setup, 1, 64), ended, id) WHERE phase = 'over' AND ending <> 'aborted' AND open = 1;
DROP INDEX tables_over;
DROP INDEX tables_over_kind;

-- When the game of a seat ended, if it is in the archive.
ALTER TABLE seats ADD COLUMN ended BIGINT;
UPDATE seats SET ended = (SELECT t.ended FROM tables AS t WHERE t.id = seats.game)
    WHERE EXISTS (SELECT 1 FROM tables AS t WHERE t.id = seats.game AND t.phase = 'over' AND t.ending <> 'aborted');
CREATE INDEX seats_person_ended ON seats (person, ended, game);
CREATE INDEX seats_folded_ended ON seats (folded, ended, game);
DROP INDEX seats_person;
DROP INDEX seats_folded;

-- The database itself keeps `ended` of seats: nodes of the version before do not know it.
/* in SQLite: CREATE TRIGGER table_over AFTER UPDATE OF phase ON tables
WHEN new.phase = 'over' AND old.phase <> 'over' AND new.ending <> 'aborted'
BEGIN
    UPDATE seats SET ended = new.ended WHERE game = new.id;
END;
CREATE TRIGGER seat_over AFTER INSERT ON seats WHEN new.ended IS NULL
BEGIN
    UPDATE seats SET ended =
        (SELECT t.ended FROM tables AS t WHERE t.id = new.game AND t.phase = 'over' AND t.ending <> 'aborted')
    WHERE game = new.game AND seat = new.seat;
END; */
/* in PostgreSQL: CREATE FUNCTION table_over() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE seats SET ended = new.ended WHERE game = new.id;
    RETURN NULL;
END $$;
CREATE TRIGGER table_over AFTER UPDATE OF phase ON tables FOR EACH ROW
WHEN (new.phase = 'over' AND old.phase <> 'over' AND new.ending <> 'aborted')
EXECUTE FUNCTION table_over();
CREATE FUNCTION seat_over() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    new.ended := (SELECT t.ended FROM tables AS t
                  WHERE t.id = new.game AND t.phase = 'over' AND t.ending <> 'aborted');
    RETURN new;
END $$;
CREATE TRIGGER seat_over BEFORE INSERT ON seats FOR EACH ROW WHEN (new.ended IS NULL)
EXECUTE FUNCTION seat_over(); */

-- Seats of a rematch are for those who played before; who may write in the chat.
ALTER TABLE tables ADD COLUMN reserved BIGINT NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN chat TEXT NOT NULL DEFAULT 'players';
-- A rematch is as public as the game before; older servers made all of them private.
UPDATE tables SET open = 1 WHERE phase <> 'waiting' AND id IN (
    WITH RECURSIVE rematches (id) AS (
        SELECT next FROM tables WHERE open = 1 AND next IS NOT NULL
        UNION SELECT t.next FROM tables AS t JOIN rematches AS r ON t.id = r.id WHERE t.next IS NOT NULL
    ) SELECT id FROM rematches
);
-- Lists have public games only.
CREATE INDEX tables_live_public ON tables (started, id) WHERE phase = 'playing' AND open = 1;
