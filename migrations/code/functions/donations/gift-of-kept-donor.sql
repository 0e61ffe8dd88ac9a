-- A new gift of a merged donor goes to the kept one; it waits for a running merge.
create or replace function gift_of_kept_donor() returns trigger language plpgsql as $$
declare
  kept bigint;
begin
  loop
    select merged_into_id into kept from donors where id = new.donor_id for share;
    exit when kept is null;
    update donor_pairs set is_followed = true
      where state = 'merged' and kept_id = kept and new.donor_id in (first_id, second_id) and not is_followed;
    new.donor_id := kept;
  end loop;
  return new;
end $$;

create or replace trigger fundings_donor before insert on fundings
  for each row when (new.donor_id is not null) execute function gift_of_kept_donor();
