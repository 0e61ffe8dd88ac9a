-- The kept donor of a merged one.
create or replace function donor_kept(of_id bigint) returns bigint
  language sql stable strict
  begin atomic
    with recursive became as (
      select id, merged_into_id from donors where id = of_id
      union all
      select donors.id, donors.merged_into_id from became join donors on donors.id = became.merged_into_id
    )
    select id from became where merged_into_id is null;
  end;
