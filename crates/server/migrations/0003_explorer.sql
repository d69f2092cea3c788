-- Turns that were played from positions in the public games of the archive, with what became of these games. `hash` is
-- canonical, so that a position and its images share their rows; `turn` has the steps in the canonical image.
CREATE TABLE explorer_turns (
    hash       BIGINT NOT NULL,
    turn       TEXT   /* in PostgreSQL: COLLATE "C" */ NOT NULL,
    games      BIGINT NOT NULL,
    wins_1     BIGINT NOT NULL,
    wins_2     BIGINT NOT NULL,
    wins_3     BIGINT NOT NULL,
    wins_4     BIGINT NOT NULL,
    shared     BIGINT NOT NULL,
    rating_sum BIGINT NOT NULL,
    rated      BIGINT NOT NULL,
    PRIMARY KEY (hash, turn)
) /* in SQLite: WITHOUT ROWID */;

-- Games whose turns are not counted yet. A game is counted by the transaction that deletes its row here, so once.
CREATE TABLE explorer_queue (
    game TEXT NOT NULL PRIMARY KEY
) /* in SQLite: WITHOUT ROWID */;
INSERT INTO explorer_queue (game)
    SELECT id FROM tables WHERE phase = 'over' AND ending <> 'aborted' AND open = 1;

-- The database itself queues a game when it ends: nodes of the version before do not know the explorer.
/* in SQLite: CREATE TRIGGER table_explored AFTER UPDATE OF phase ON tables
WHEN new.phase = 'over' AND old.phase <> 'over' AND new.ending <> 'aborted' AND new.open = 1
BEGIN
    INSERT INTO explorer_queue (game) VALUES (new.id) ON CONFLICT DO NOTHING;
END; */
/* in PostgreSQL: CREATE FUNCTION table_explored() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO explorer_queue (game) VALUES (new.id) ON CONFLICT DO NOTHING;
    RETURN NULL;
END $$;
CREATE TRIGGER table_explored AFTER UPDATE OF phase ON tables FOR EACH ROW
WHEN (new.phase = 'over' AND old.phase <> 'over' AND new.ending <> 'aborted' AND new.open = 1)
EXECUTE FUNCTION table_explored(); */

-- Verdicts of the engine on finished games: judged positions as JSON.
CREATE TABLE reviews (
    game   TEXT   NOT NULL PRIMARY KEY,
    nodes  BIGINT NOT NULL,
    judged TEXT   NOT NULL,
    at     BIGINT NOT NULL
) /* in SQLite: WITHOUT ROWID */;
