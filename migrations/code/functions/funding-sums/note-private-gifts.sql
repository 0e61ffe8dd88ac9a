create or replace function note_private_gifts() returns trigger language plpgsql as $$
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
    select distinct donor_id, project_id, amount_cents
    from (
      select 1 as one, id, donor_id, project_id, amount_cents, received_on, gift_stands(state) as stands
      from added where number is not null
      union all
      select -1, id, donor_id, project_id, amount_cents, received_on, gift_stands(state)
      from removed where number is not null
    ) moved
    where donor_id is not null
    group by id, donor_id, project_id, amount_cents, received_on, stands having sum(one) <> 0;
  end if;
  return null;
end $$;

create or replace trigger fundings_private_insert after insert on fundings
  referencing new table as added for each statement execute function note_private_gifts();

create or replace trigger fundings_private_update after update on fundings
  referencing old table as removed new table as added for each statement execute function note_private_gifts();

create or replace trigger fundings_private_delete after delete on fundings
  referencing old table as removed for each statement execute function note_private_gifts();
