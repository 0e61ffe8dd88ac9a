-- Additional steps fields (docs/decisions/0064): questions of the house's own, asked in a step of a project's form, and the
-- answers of projects.
create table additional_fields (
  id bigint generated always as identity primary key,
  -- Its name in calls, addresses and saved views; it never changes.
  key text not null constraint additional_fields_key unique check (key ~ '^[a-z][a-z0-9_]{0,39}$'),
  step text not null check (step in ('basics', 'financing', 'needs', 'dates')),
  type text not null check (type in ('text', 'paragraph', 'number', 'amount', 'day', 'boolean', 'choice')),
  -- By language.
  labels jsonb not null check (jsonb_typeof(labels) = 'object'),
  -- Of a choice: [{key, labels}] in their order.
  choices jsonb not null default '[]' check (jsonb_typeof(choices) = 'array'),
  is_required boolean not null default false,
  is_active boolean not null default true,
  position integer not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

-- One answer: words, the key of a choice ('yes' and 'no' of a yes-or-no question), or a number (amounts in cents, days since
-- 1970).
create table additional_answers (
  project_id bigint not null references projects (id),
  field_id bigint not null references additional_fields (id),
  words text,
  choice text,
  number bigint,
  primary key (project_id, field_id),
  constraint additional_answers_one check (num_nonnulls(words, choice, number) = 1)
);
create index additional_answers_by_choice on additional_answers (field_id, choice, project_id);
create index additional_answers_by_number on additional_answers (field_id, number, project_id);

-- An answer as it stands on the wire; of words the first letters, or with null all of them.
create function wire_answer(type text, words text, choice text, number bigint, letters integer) returns jsonb
  language sql immutable parallel safe as $$
  select case
    when type = 'boolean' then to_jsonb(choice = 'yes')
    when type = 'day' then to_jsonb(date '1970-01-01' + number::integer)
    when number is not null then to_jsonb(number)
    else to_jsonb(coalesce(choice, left(words, letters), words))
  end
$$;

-- How many projects of each status gave an answer: of words only how many gave any. What is kept is in one table, what
-- changed since in another, to which triggers only append; a chore takes the second into the first. Whoever asks reads both.
create table additional_kept_counts (
  field_id bigint not null,
  choice text,
  number bigint,
  status smallint not null,
  n bigint not null
);
create unique index additional_kept_counts_key on additional_kept_counts (field_id, choice, number, status)
  nulls not distinct;
create index additional_kept_counts_number on additional_kept_counts (field_id, number);
create table additional_count_changes (like additional_kept_counts);
create index additional_count_changes_field on additional_count_changes (field_id);
create view additional_counts as
  select field_id, choice, number, status, n from additional_kept_counts
  union all
  select field_id, choice, number, status, n from additional_count_changes;

-- Statuses are looked up one by one: PostgreSQL keeps the plan of a trigger's statement, and one that joins all projects would
-- be kept for a single answer.
create function count_additional_answers() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into additional_count_changes
    select field_id, choice, number, (select status from projects where id = project_id), count(*) from added group by 1, 2, 3, 4;
  elsif tg_op = 'DELETE' then
    insert into additional_count_changes
    select field_id, choice, number, (select status from projects where id = project_id), -count(*) from removed
    group by 1, 2, 3, 4;
  else
    insert into additional_count_changes
    select field_id, choice, number, (select status from projects where id = project_id), sum(one) from (
      select field_id, choice, number, project_id, 1 as one from added
      union all
      select field_id, choice, number, project_id, -1 from removed
    ) moved
    group by 1, 2, 3, 4 having sum(one) <> 0;
  end if;
  return null;
end $$;
create trigger additional_answers_count_insert after insert on additional_answers
  referencing new table as added for each statement execute function count_additional_answers();
create trigger additional_answers_count_update after update on additional_answers
  referencing new table as added old table as removed for each statement execute function count_additional_answers();
create trigger additional_answers_count_delete after delete on additional_answers
  referencing old table as removed for each statement execute function count_additional_answers();

-- A project of another status takes its answers along. Before and after are put together by grouping: joined to each other,
-- 10,000 projects of one statement would be compared with 10,000.
create function move_additional_counts() returns trigger language plpgsql as $$
begin
  if not exists (select from additional_fields) then
    return null;
  end if;
  insert into additional_count_changes
  select field_id, choice, number, status, sum(one)
  from (
    select id, status, sum(one) as one
    from (select id, status, 1 as one from added union all select id, status, -1 from removed) side
    group by id, status having sum(one) <> 0
  ) moved
  cross join lateral (
    select field_id, choice, number from additional_answers where project_id = moved.id offset 0) answer
  group by field_id, choice, number, status;
  return null;
end $$;
create trigger projects_additional_counts after update on projects
  referencing new table as added old table as removed for each statement execute function move_additional_counts();

-- With a project go its answers: while it is still there, so that its status is known.
create function remove_additional_answers() returns trigger language plpgsql as $$
begin
  delete from additional_answers where project_id = old.id;
  return old;
end $$;
create trigger projects_remove_additional_answers before delete on projects
  for each row execute function remove_additional_answers();

-- Takes what changed into what is kept.
create function compact_additional_counts() returns void language sql as $$
  with moved as (delete from additional_count_changes returning *)
  insert into additional_kept_counts as kept
  select field_id, choice, number, status, sum(n) from moved group by field_id, choice, number, status having sum(n) <> 0
  on conflict (field_id, choice, number, status) do update set n = kept.n + excluded.n;
  delete from additional_kept_counts where n = 0
$$;

-- Makes the counts anew from the answers; writers wait meanwhile.
create function rebuild_additional_counts() returns void language plpgsql as $$
begin
  lock table additional_answers in share row exclusive mode;
  delete from additional_count_changes;
  delete from additional_kept_counts;
  insert into additional_kept_counts
  select field_id, choice, number, status, count(*) from additional_answers join projects on projects.id = project_id
  group by field_id, choice, number, status;
end $$;
