-- Organizations, the names under which files and people know them.
--
-- Numbers by their names in src/shared/statuses.ts:
--   status, previous_status    1 inProgress, 2 complete, 3 archived, 4 removed
--   review_status and the three like it: 2 passed, 3 rejected, 4 accepted; null: undecided

create table organizations (
  id bigint generated always as identity primary key,
  -- Compared by bytes, so that the index finds all slugs with one beginning.
  slug text collate "C" not null unique,
  title text not null,
  preview_token text not null unique,
  email_contact text not null default '',
  description text not null default '',
  website text not null default '',
  phone text not null default '',
  street text not null default '',
  postcode text not null default '',
  city text not null default '',
  country text not null default 'DE',
  register_number text not null default '',
  bank_account_holder text not null default '',
  iban text not null default '',
  bic text not null default '',
  tax_office text not null default '',
  tax_number text not null default '',
  exemption_kind text not null default 'none' check (exemption_kind in ('notice', 'art60a', 'public_body', 'none')),
  exemption_date date,
  exemption_purposes text not null default '',
  status smallint not null default 1,
  previous_status smallint,
  review_status smallint,
  content_review_status smallint,
  nonprofit_review_status smallint,
  voting_review_status smallint,
  needs_review boolean not null default false,
  needs_voting_review boolean not null default false,
  internal_status_id bigint references internal_statuses (id),
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  title_sort text collate "C" generated always as (fold(title)) stored,
  search_text text generated always as (fold(title || ' ' || email_contact || ' ' || city || ' ' || register_number)) stored,
  can_receive boolean generated always as (status = 2 and coalesce(review_status in (2, 4), false)) stored,
  -- Statistics group by it.
  category text not null default '',
  import_id bigint,
  -- The organization's town in the form that lists filter by: folded and without commas, which separate values.
  town text collate "C" generated always as (fold(regexp_replace(btrim(city), '[,[:space:]]+', ' ', 'g'))) stored,
  -- The assessment period as printed on the notice: `2020 bis 2022`.
  exemption_period text not null default '',
  -- The last day of a proof that ends sooner than the law says, because the notice itself may limit it
  -- (docs/decisions/0049).
  exemption_ends_on date,
  check (exemption_kind not in ('notice', 'art60a') or exemption_date is not null),
  constraint organizations_status_check check (status in (1, 2, 3, 4)),
  check (exemption_ends_on >= exemption_date)
);
create index organizations_search on organizations using gin (search_text gin_trgm_ops);
create index organizations_created on organizations (created_at, id) include (status);
create index organizations_title on organizations (title_sort, id) include (status);
create index organizations_internal_status on organizations (internal_status_id);
create index organizations_identity on organizations (md5(name_identity(title)));
-- Finds the account holder of a bank statement line.
create index organizations_by_iban on organizations (iban) where iban <> '';
create index organizations_by_import on organizations (import_id) where import_id is not null;
create index organizations_town on organizations (town, id);
create index organizations_postcode on organizations (postcode collate "C");
create index organizations_bare_name on organizations (bare_name(title)) where status <> 4;
create index organizations_by_category on organizations (category, id) where category <> '';
create index organizations_words on organizations using gin (words_in(search_text));
create index organizations_unread_words on organizations (id) where has_runs_beyond(search_text, words_in(search_text));
-- Covering index for proofs: a filter or an ordering by proof reads only the index instead of every complete
-- organization row.
create index organizations_proof on organizations (exemption_kind, exemption_date, id)
  include (exemption_ends_on, status, review_status);

-- Every spelling of an organization in files, so that the same row always means the same organization.
create table organization_spellings (
  -- Hash of the folded name with number and postcode, as import_rows has it.
  spelling uuid primary key,
  organization_id bigint not null references organizations (id) on delete cascade,
  -- Hash of the folded name alone, and what the row said beside it.
  name_hash uuid not null,
  register_number text not null default '',
  postcode text not null default '',
  import_id bigint
);
create index organization_spellings_name on organization_spellings (name_hash);
create index organization_spellings_organization on organization_spellings (organization_id);
create index organization_spellings_by_import on organization_spellings (import_id) where import_id is not null;

-- Decisions about two similar names of organizations, valid for all later files: the same organization, or two.
create table organization_name_pairs (
  -- The folded names (name_identity) in ascending order, and the names as displayed.
  one text collate "C" not null,
  other text collate "C" not null,
  one_title text not null,
  other_title text not null,
  is_same boolean not null,
  decided_by bigint references users (id),
  decided_at timestamptz not null,
  primary key (one, other),
  check (one < other)
);
create index organization_name_pairs_decider on organization_name_pairs (decided_by);
