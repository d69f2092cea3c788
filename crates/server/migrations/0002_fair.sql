-- The reference clock at each heartbeat: nodes that start later agree with those that run.
ALTER TABLE beats ADD COLUMN wall BIGINT NOT NULL DEFAULT 0;
