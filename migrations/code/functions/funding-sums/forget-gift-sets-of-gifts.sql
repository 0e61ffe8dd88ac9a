create or replace function forget_gift_sets_of_gifts() returns trigger language plpgsql as $$
declare
  ids bigint[];
begin
  select array_agg(id) into ids
  from (select id, donor_id, undone_on from added except select id, donor_id, undone_on from removed) changed;
  if ids is not null then
    perform forget_gift_sets(ids);
  end if;
  return null;
end $$;

create or replace trigger fundings_gift_sets after update on fundings referencing old table as removed new table as added
  for each statement execute function forget_gift_sets_of_gifts();
