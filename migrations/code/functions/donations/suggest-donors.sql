-- Suggests possible duplicates of this donor; existing decisions about a pair stay.
create or replace function suggest_donors(of_id bigint) returns void language sql as $$
  insert into donor_pairs (first_id, second_id, reasons, score)
  select least(id, of_id), greatest(id, of_id), reasons,
    (select sum(case reason when 'similar_name' then 15 when 'name_place' then 30 else 40 end) from unnest(reasons) reason)
  from (
    select twin.id, array_remove(array[
      case when donor.email <> '' and twin.email_key = donor.email_key then 'email' end,
      case when donor.iban <> '' and twin.iban = donor.iban then 'iban' end,
      case when is_name and is_same_place then 'name_place'
        when is_name and not is_other_place or is_near and not is_other_place then 'similar_name' end], null) as reasons
    from donors donor
    join donors twin on twin.id <> donor.id and twin.merged_into_id is null and twin.id in (
      select id from donors where donor.email <> '' and email <> '' and email_key = donor.email_key
      union select id from donors where donor.iban <> '' and iban <> '' and iban = donor.iban
      union select id from donors where donor.words <> '' and near_names && donor.near_names
    )
    cross join lateral (select
      donor.words <> '' and twin.words = donor.words as is_name,
      donor.words <> '' and similarity(twin.words, donor.words) >= 0.6 as is_near,
      donor.postal_code <> '' and twin.postal_code = donor.postal_code
        or donor.city <> '' and fold(twin.city) = fold(donor.city) as is_same_place,
      donor.postal_code <> '' and twin.postal_code <> '' or donor.city <> '' and twin.city <> '' as has_places
    ) said
    cross join lateral (select has_places and not is_same_place as is_other_place) place
    where donor.id = of_id
  ) found
  where reasons <> '{}'
  order by 4 desc, 1, 2
  -- A very common name is no evidence.
  limit 20
  on conflict (first_id, second_id) do nothing
$$;
