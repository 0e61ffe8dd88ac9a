-- Kept counts and words. The numbers in the keys have the names that 0006_organizations.sql, 0007_projects.sql and
-- 0009_ledger.sql list; 0 stands for null.

-- Number of projects and organizations per combination of filter values. A combination is a key, and one function
-- computes a row's key. Triggers only append differences (writers never wait for each other); compact_counts() folds
-- them periodically.
create type project_count_key as (
  status smallint,
  review_status smallint,
  needs_donation_review boolean,
  content_review_status smallint,
  voting_review_status smallint,
  needs_voting_review boolean,
  financing smallint,
  is_banned boolean,
  funding_key smallint,
  internal_status_id bigint,
  money smallint,
  is_unpaid boolean
);

-- The same for organizations, except for the proof, which depends on the day.
create type organization_count_key as (
  status smallint,
  review_status smallint,
  needs_review boolean,
  content_review_status smallint,
  nonprofit_review_status smallint,
  voting_review_status smallint,
  needs_voting_review boolean,
  internal_status_id bigint
);

-- The same for payouts, with their sum.
create type payout_count_key as (
  state_key smallint,
  funding_type smallint,
  has_arrived boolean
);

-- Most lists filter by few of the counted columns. For these, the counts are aggregated again by those columns only:
-- some hundred rows, however many combinations exist.
create type project_coarse_key as (
  status smallint,
  review_status smallint,
  needs_donation_review boolean,
  needs_voting_review boolean,
  financing smallint,
  is_banned boolean
);

-- Between the finest and the coarse counts: by the most frequently used filters. A list by funding type or internal
-- status reads some thousand rows instead of tens of thousands.
create type project_usual_key as (
  status smallint,
  review_status smallint,
  needs_donation_review boolean,
  needs_voting_review boolean,
  financing smallint,
  is_banned boolean,
  funding_key smallint,
  internal_status_id bigint
);

-- The coarse counts of organizations: some dozen rows instead of some thousand.
create type organization_coarse_key as (
  status smallint,
  review_status smallint,
  needs_review boolean
);

create table project_counts (
  like project_count_key,
  n bigint not null,
  -- The amount that the counted projects still need.
  missing_cents bigint not null default 0
);

create table project_coarse_counts (
  like project_coarse_key,
  n bigint not null,
  missing_cents bigint not null default 0
);

create table project_usual_counts (
  like project_usual_key,
  n bigint not null,
  missing_cents bigint not null default 0
);

create table organization_counts (
  like organization_count_key,
  n bigint not null
);

create table organization_coarse_counts (
  like organization_coarse_key,
  n bigint not null
);

create table payout_counts (
  like payout_count_key,
  n bigint not null,
  cents bigint not null
);

-- The words of project titles and of their organizations. A bank's text is compared with these few words, and the
-- matching words find the projects. A word may occur twice: two concurrent writers of the same word do not wait for
-- each other.
create table project_words (
  word text not null
);
create index project_words_by_word on project_words (word);
create index project_words_similar on project_words using gin (word gin_trgm_ops);
create index project_words_by_letters on project_words (word collate "C") where word !~ '[0-9]';

-- The words of organizations' names: the palette compares a mistyped word with these few words instead of all names.
create table organization_words (
  word text not null
);
create index organization_words_by_word on organization_words (word);
create index organization_words_similar on organization_words using gin (word gin_trgm_ops);
-- Typos are corrected with words that begin alike; a word with digits is a number and stays.
create index organization_words_by_letters on organization_words (word collate "C") where word !~ '[0-9]';

create table task_words (
  word text not null
);
create index task_words_by_word on task_words (word);
create index task_words_similar on task_words using gin (word gin_trgm_ops);

-- Words a row no longer has. The nightly sweep (words-that-go.ts) deletes those that no other row has, because they may
-- be parts of a person's address.
create table lost_words (
  id bigint generated always as identity primary key,
  known text not null check (known in ('project_words', 'organization_words', 'task_words')),
  word text not null
);
