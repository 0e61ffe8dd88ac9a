-- Folds appended differences: adds up all columns of the table that are not part of its key.
create or replace function compact_counts(counts regclass, key regtype) returns void language plpgsql as $$
declare
  key_columns text;
  sums text;
begin
  select string_agg(quote_ident(attname), ', ' order by attnum) into key_columns
  from pg_attribute where attrelid = (select typrelid from pg_type where oid = key) and attnum > 0 and not attisdropped;
  select string_agg(quote_ident(attname), ', ' order by attnum) into sums
  from pg_attribute where attrelid = counts and attnum > 0 and not attisdropped
    and attname not in (select attname from pg_attribute where attrelid = (select typrelid from pg_type where oid = key));
  execute format(
    'with moved as (delete from %s returning *)
     insert into %1$s (%2$s, %3$s)
     select %2$s, %4$s from moved group by %2$s having (%4$s) is distinct from (%5$s)',
    counts, key_columns, sums,
    (select string_agg(format('sum(%s)', one), ', ') from unnest(string_to_array(sums, ', ')) one),
    (select string_agg('0', ', ') from unnest(string_to_array(sums, ', ')))
  );
end $$;
