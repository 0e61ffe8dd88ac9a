-- The list of private donations at any size: how many there are per combination of filter values and what they come to, as
-- 0064 keeps it of payouts; and which of them come month by month.

-- Part of a rhythm (features/private-donations/rhythm.ts), as of the last time its donor's gifts were looked at.
alter table fundings add is_repeated boolean not null default false;
create index fundings_repeated on fundings (received_on desc, id desc) where is_repeated;
create index fundings_private_by_state on fundings (state, received_on, id) where number is not null;
-- What may make a rhythm: gifts of one donor to one project, all of one amount.
create index fundings_private_alike on fundings (donor_id, project_id, amount_cents) where number is not null;

create function gift_stands(state text) returns boolean language sql immutable parallel safe as $$
  select state in ('confirmed', 'settled', 'paid_out')
$$;

-- Whose gifts changed since: what `is_repeated` says of these is not to be relied on.
create table rhythms_to_keep (
  donor_id bigint not null,
  project_id bigint not null,
  amount_cents bigint not null
);

create function end_rhythm() returns trigger language plpgsql as $$
begin
  new.is_repeated := false;
  return new;
end $$;
create trigger fundings_rhythm_ends before update on fundings for each row
  when (old.is_repeated and (new.donor_id is null or not gift_stands(new.state))) execute function end_rhythm();

create type private_gift_total_key as (
  state text,
  channel text,
  is_repeated boolean,
  is_returned boolean
);
create table private_gift_totals (
  like private_gift_total_key,
  n bigint not null,
  amount_cents bigint not null,
  returned_cents bigint not null
);

create function note_private_gifts() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into private_gift_totals
    select state, channel, is_repeated, returned_cents > 0, count(*), sum(amount_cents), sum(returned_cents)
    from added where number is not null group by 1, 2, 3, 4;
    insert into rhythms_to_keep
    select distinct donor_id, project_id, amount_cents from added
    where number is not null and donor_id is not null and gift_stands(state);
  elsif tg_op = 'DELETE' then
    insert into private_gift_totals
    select state, channel, is_repeated, returned_cents > 0, -count(*), -sum(amount_cents), -sum(returned_cents)
    from removed where number is not null group by 1, 2, 3, 4;
  else
    insert into private_gift_totals
    select state, channel, is_repeated, is_returned, sum(one), sum(one * amount_cents), sum(one * returned_cents)
    from (
      select 1 as one, state, channel, is_repeated, returned_cents > 0 as is_returned, amount_cents, returned_cents
      from added where number is not null
      union all
      select -1, state, channel, is_repeated, returned_cents > 0, amount_cents, returned_cents
      from removed where number is not null
    ) moved
    group by 1, 2, 3, 4 having (sum(one), sum(one * amount_cents), sum(one * returned_cents)) <> (0, 0, 0);
    insert into rhythms_to_keep
    select distinct side.donor_id, side.project_id, side.amount_cents
    from added now join removed before using (id),
    lateral (values (before.donor_id, before.project_id, before.amount_cents), (now.donor_id, now.project_id, now.amount_cents))
      side (donor_id, project_id, amount_cents)
    where now.number is not null and side.donor_id is not null
      and (now.donor_id, now.amount_cents, now.received_on, gift_stands(now.state))
        is distinct from (before.donor_id, before.amount_cents, before.received_on, gift_stands(before.state));
  end if;
  return null;
end $$;
create trigger fundings_private_insert after insert on fundings
  referencing new table as added for each statement execute function note_private_gifts();
create trigger fundings_private_update after update on fundings
  referencing old table as removed new table as added for each statement execute function note_private_gifts();
create trigger fundings_private_delete after delete on fundings
  referencing old table as removed for each statement execute function note_private_gifts();

create function fold_private_gift_totals() returns void language sql as $$
  select compact_counts('private_gift_totals', 'private_gift_total_key')
$$;

-- All totals anew; all rhythms are looked at again.
create function rebuild_private_gift_totals() returns void language sql as $$
  delete from private_gift_totals;
  insert into private_gift_totals
  select state, channel, is_repeated, returned_cents > 0, count(*), sum(amount_cents), sum(returned_cents)
  from fundings where number is not null group by 1, 2, 3, 4;
  insert into rhythms_to_keep
  select donor_id, project_id, amount_cents from fundings
  where number is not null and donor_id is not null and gift_stands(state)
  group by 1, 2, 3 having count(*) >= 3 or bool_or(is_repeated);
$$;
select rebuild_private_gift_totals();
