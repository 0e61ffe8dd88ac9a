-- Where the sealer is in its present pass over the events after the horizon, so that whoever comes next goes on there:
-- processes that take turns would otherwise begin anew again and again. No pass is under way while `pass_horizon` is null.
alter table audit_sealer
  add column pass_horizon xid8,
  add column pass_xid xid8,
  add column pass_id bigint,
  add column pass_moved boolean not null default false;
