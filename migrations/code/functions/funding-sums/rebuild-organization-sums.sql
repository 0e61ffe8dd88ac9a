-- Deletes all sums and queues them for a rebuild.
create or replace function rebuild_organization_sums() returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('gift_sets'));
  delete from organization_months;
  delete from organization_days;
  delete from organization_sums_to_keep;
  insert into organization_sums_to_keep
  select organization_id, business_day, posted_on, sum(allocated), sum(settled), sum(paid), sum(arrived), sum(refunded)
  from organization_moves group by 1, 2, 3;
end $$;
