-- Rebuilds all totals and queues all rhythms for a check.
create or replace function rebuild_private_gift_totals() returns void language sql as $$
  delete from private_gift_totals;
  insert into private_gift_totals
  select state, channel, is_repeated, returned_cents > 0, count(*), sum(amount_cents), sum(returned_cents)
  from fundings where number is not null group by 1, 2, 3, 4;
  insert into rhythms_to_keep
  select donor_id, project_id, amount_cents from fundings
  where number is not null and donor_id is not null and gift_stands(state)
  group by 1, 2, 3 having count(*) >= 3 or bool_or(is_repeated);
$$;
