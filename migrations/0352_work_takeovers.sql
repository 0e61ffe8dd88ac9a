-- How often long work lost its job for good and was asked for again (src/server/orphans.ts). Work that keeps killing its
-- worker is given up after a few times.
create table work_takeovers (
  job text not null,
  work_id bigint not null,
  times integer not null,
  at timestamptz not null,
  primary key (job, work_id)
);
