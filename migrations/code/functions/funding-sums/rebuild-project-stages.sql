-- Rebuilds the stages and their days of all projects from the rows.
create or replace function rebuild_project_stages() returns void language plpgsql as $$
begin
  update projects set settled_cents = sums.settled, paid_cents = sums.paid, arrived_cents = sums.arrived,
    allocated_on = case when funded_cents > 0 then sums.allocated_day end,
    settled_on = case when sums.settled > 0 then sums.settled_day end,
    paid_on = case when sums.paid > 0 then sums.paid_day end,
    arrived_on = case when sums.arrived > 0 then sums.arrived_day end
  from (
    select projects.id,
      coalesce(sum(stage_cents('settled', purpose, amount_cents, reverses_id)), 0)::bigint as settled,
      coalesce(sum(stage_cents('paid', purpose, amount_cents, reverses_id)), 0)::bigint as paid,
      coalesce(sum(stage_cents('arrived', purpose, amount_cents, reverses_id)), 0)::bigint as arrived,
      max(business_day) filter (where is_reached and purpose = 'gift') as allocated_day,
      max(business_day) filter (where is_reached and purpose = 'settlement') as settled_day,
      max(business_day) filter (where is_reached and purpose = 'payout') as paid_day,
      max(business_day) filter (where is_reached and purpose = 'arrival') as arrived_day
    from projects left join (
      select project_id, purpose, ledger_rows.amount_cents, reverses_id, business_day,
        reverses_id is null and not exists (select 1 from ledger_rows undone where undone.reverses_id = ledger_rows.id)
          as is_reached
      from ledger_rows join fundings on fundings.id = funding_id
    ) row on row.project_id = projects.id
    group by projects.id
  ) sums
  where sums.id = projects.id
    and (projects.settled_cents, projects.paid_cents, projects.arrived_cents, projects.allocated_on, projects.settled_on,
      projects.paid_on, projects.arrived_on)
      is distinct from (sums.settled, sums.paid, sums.arrived, case when funded_cents > 0 then sums.allocated_day end,
        case when sums.settled > 0 then sums.settled_day end, case when sums.paid > 0 then sums.paid_day end,
        case when sums.arrived > 0 then sums.arrived_day end);
end $$;
