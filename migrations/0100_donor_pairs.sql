-- Donors who may be the same person: suggested when they come, decided by people.

-- The words of a name in the form in which donors are compared: folded, ae as a, without titles, in one order.
create function donor_words(name text) returns text
  language sql immutable parallel safe strict
  return (
    select coalesce(string_agg(word, ' ' order by word collate "C"), '')
    from regexp_split_to_table(
      replace(replace(replace(fold(name), 'ae', 'a'), 'oe', 'o'), 'ue', 'u'), '[^[:alnum:]]+') word
    where word not in ('', 'dr', 'prof', 'med', 'dipl', 'ing', 'herr', 'frau')
  );

-- What two names share that are written almost alike: all words, or the last and how the first begins, or the other way.
create function donor_near(words text) returns text[]
  language sql immutable parallel safe strict
  return array[
    words,
    split_part(words, ' ', 1) || ' ' || left(split_part(words, ' ', -1), 1) || '*',
    left(split_part(words, ' ', 1), 1) || '* ' || split_part(words, ' ', -1)
  ];

alter table donors
  -- The donor that this one turned out to be; its own fields stay as they were told.
  add merged_into_id bigint references donors (id) check (merged_into_id <> id),
  add words text generated always as (donor_words(name)) stored,
  add near_names text[] generated always as (donor_near(donor_words(name))) stored;
create index donors_by_near_name on donors using gin (near_names);
create index donors_by_merged_into on donors (merged_into_id) where merged_into_id is not null;

create table donor_pairs (
  id bigint generated always as identity primary key,
  first_id bigint not null references donors (id),
  second_id bigint not null references donors (id),
  reasons text[] not null check (reasons <> '{}' and reasons <@ array['email', 'iban', 'name_place', 'similar_name']),
  -- How much speaks for it; the list begins with the most.
  score integer not null,
  state text not null default 'open' check (state in ('open', 'apart', 'merged')),
  -- Of a merge: who stays, the gifts that went over, the fields that were empty and are not any more, and the pairs of the
  -- merged one that became pairs of the kept one.
  kept_id bigint references donors (id),
  gifts bigint[] not null default '{}',
  filled text[] not null default '{}',
  carried bigint[] not null default '{}',
  -- A gift came since under the merged one's name.
  is_followed boolean not null default false,
  decided_at timestamptz,
  unique (first_id, second_id),
  check (first_id < second_id),
  check ((state = 'merged') = (kept_id is not null) and (kept_id is null or kept_id in (first_id, second_id))),
  check ((state = 'open') = (decided_at is null))
);
create index donor_pairs_by_second on donor_pairs (second_id);
create index donor_pairs_by_state on donor_pairs (state, score desc, id);

-- Suggests whoever may be this donor; what is known of a pair already stays as it is.
create function suggest_donors(of_id bigint) returns void language sql as $$
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
  -- A name that everybody has is no sign.
  limit 20
  on conflict (first_id, second_id) do nothing
$$;

create function suggest_new_donor() returns trigger language plpgsql as $$
begin
  perform suggest_donors(new.id);
  return null;
end $$;
create trigger donors_suggest after insert on donors for each row execute function suggest_new_donor();
select suggest_donors(id) from donors order by id;

-- Whom a donor turned out to be.
create function donor_kept(of_id bigint) returns bigint
  language sql stable strict
  begin atomic
    with recursive became as (
      select id, merged_into_id from donors where id = of_id
      union all
      select donors.id, donors.merged_into_id from became join donors on donors.id = became.merged_into_id
    )
    select id from became where merged_into_id is null;
  end;

-- A new gift of a donor who turned out to be another one is that one's; it waits for a merge that is under way.
create function gift_of_kept_donor() returns trigger language plpgsql as $$
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
create trigger fundings_donor before insert on fundings
  for each row when (new.donor_id is not null) execute function gift_of_kept_donor();
