-- What staff decide by can be ordered by: what is missing, and the end.
alter table projects
  add missing_cents bigint not null generated always as (greatest(0, target_cents - funded_cents)) stored;
create index projects_missing on projects (missing_cents, id);
create index projects_by_end on projects (ends_on, id);
