-- Additional fields (docs/decisions/0064): the house's own questions within a step of a project's form, and the
-- projects' answers.
create table additional_fields (
  id bigint generated always as identity primary key,
  -- Its name in calls, addresses and saved views; immutable.
  key text not null constraint additional_fields_key unique check (key ~ '^[a-z][a-z0-9_]{0,39}$'),
  step text not null check (step in ('basics', 'financing', 'needs', 'dates')),
  type text not null check (type in ('text', 'paragraph', 'number', 'amount', 'day', 'boolean', 'choice')),
  -- By language.
  labels jsonb not null check (jsonb_typeof(labels) = 'object'),
  -- For a choice: [{key, labels}] in order.
  choices jsonb not null default '[]' check (jsonb_typeof(choices) = 'array'),
  is_required boolean not null default false,
  is_active boolean not null default true,
  position integer not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

-- One answer: text, the key of a choice ('yes' and 'no' of a yes-or-no question), or a number (amounts in cents, days
-- since 1970).
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

-- Number of projects per status and answer; for texts only how many gave any. One table holds the folded counts,
-- another the later changes, to which triggers only append; a chore folds the second into the first. Readers use both.
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

create table additional_count_changes (
  like additional_kept_counts
);
create index additional_count_changes_field on additional_count_changes (field_id);
