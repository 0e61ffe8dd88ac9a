-- How many runs of a piece of long work have begun and not ended: each is at work, or died with its server.
alter table work_takeovers add column runs integer not null default 0;
