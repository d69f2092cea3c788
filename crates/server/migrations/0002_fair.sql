-- The reference clock at each heartbeat: nodes that start later agree with those that run.
ALTER TABLE beats ADD COLUMN wall BIGINT NOT NULL DEFAULT 0;

-- When the scheduler has to look at a running game; never too late, perhaps too early. 0 is not known: older servers do
-- not write it.
ALTER TABLE tables ADD COLUMN due BIGINT NOT NULL DEFAULT 0;
CREATE INDEX tables_due ON tables (due, id) WHERE phase = 'playing';
