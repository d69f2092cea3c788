-- The reference clock at each heartbeat: nodes that start later agree with those that run.
ALTER TABLE beats ADD COLUMN wall BIGINT NOT NULL DEFAULT 0;

-- Seats of a rematch are for those who played before; who may write in the chat.
ALTER TABLE tables ADD COLUMN reserved BIGINT NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN chat TEXT NOT NULL DEFAULT 'players';
-- Lists have public games only.
CREATE INDEX tables_live_public ON tables (started, id) WHERE phase = 'playing' AND open = 1;
CREATE INDEX tables_over_public ON tables (ended, id) WHERE phase = 'over' AND open = 1;
CREATE INDEX tables_over_public_kind ON tables (kind, ended, id) WHERE phase = 'over' AND open = 1;
