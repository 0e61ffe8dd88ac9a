-- Projects and their needs.
--
-- Numbers by their names in src/shared/statuses.ts:
--   status, previous_status    1 inProgress, 2 complete, 3 archived, 4 removed
--   review_status and the two like it: 2 passed, 3 rejected, 4 accepted; null: undecided
--   funding_type               1 donation, 2 sponsoring, 3 foundation, 4 profitSavings
--   financing                  1 fullyFunded, 2 expired, 3 inFinancing; null: none of them
-- and in src/features/projects/rules.ts:
--   funding_key                the funding type, or 5 individualAccount
--   money                      1 nothing, 2 partly, 3 goalReached, 4 overGoal

create table projects (
  id bigint generated always as identity primary key,
  -- Byte order, so that the index finds all slugs with a common prefix.
  slug text collate "C" not null unique,
  title text not null,
  organization_id bigint not null references organizations (id),
  description text not null default '',
  status smallint not null default 1,
  previous_status smallint,
  review_status smallint,
  content_review_status smallint,
  voting_review_status smallint,
  needs_donation_review boolean not null default false,
  needs_voting_review boolean not null default false,
  is_banned boolean not null default false,
  funding_type smallint not null check (funding_type in (1, 2, 3, 4)),
  individual_bank_account_id bigint references individual_bank_accounts (id),
  internal_status_id bigint references internal_statuses (id),
  starts_on date,
  ends_on date,
  import_key text unique,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Kept by triggers in the transaction of their source.
  target_cents bigint not null default 0 check (target_cents >= 0),
  funded_cents bigint not null default 0,
  organization_title text not null default '',
  organization_can_receive boolean not null default false,
  is_ended boolean not null default false,
  -- Start of the wait for a review; null when unknown.
  needs_donation_review_since timestamptz,
  needs_voting_review_since timestamptz,
  -- Title of the internal status: lists order by the title, not by creation.
  internal_status_sort text collate "C",
  -- Derived within the row, so that list, count, filter and ordering need no join (same rule as
  -- features/projects/rules.ts).
  title_sort text collate "C" generated always as (fold(title)) stored,
  organization_sort text collate "C" generated always as (fold(organization_title)) stored,
  search_text text generated always as (fold(title || ' ' || organization_title)) stored,
  funding_key smallint generated always as (case when individual_bank_account_id is null then funding_type else 5 end) stored,
  financing smallint generated always as (
    case
      when target_cents > 0 and funded_cents >= target_cents then 1
      when is_ended then 2
      when status = 2 and review_status in (2, 4) and organization_can_receive and not is_banned then 3
    end
  ) stored,
  -- The stages of money after funded_cents (allocated), and the latest business day of each stage.
  settled_cents bigint not null default 0,
  paid_cents bigint not null default 0,
  arrived_cents bigint not null default 0,
  allocated_on date,
  settled_on date,
  paid_on date,
  arrived_on date,
  -- The money column of the project list: 1 nothing, 2 partly, 3 goal reached, 4 over goal.
  money smallint not null generated always as (
    case
      when funded_cents <= 0 then 1
      when target_cents > 0 and funded_cents > target_cents then 4
      when target_cents > 0 and funded_cents = target_cents then 3
      else 2
    end
  ) stored,
  is_unpaid boolean not null generated always as (funded_cents > paid_cents) stored,
  -- The import that created them. No foreign keys: an import may be removed from its list, while its records stay.
  import_id bigint,
  -- The assigned reviewer, and the start of the wait for a review.
  reviewer_id bigint references users (id),
  -- The longest-waiting requested review; null when none is requested, or when the project is archived. Without a known
  -- start it is as old as the project.
  waiting_since timestamptz generated always as (
    case when status <> 3 then least(
      case when needs_donation_review then coalesce(needs_donation_review_since, created_at) end,
      case when needs_voting_review then coalesce(needs_voting_review_since, created_at) end)
    end
  ) stored,
  -- Orderings for decisions: the missing amount, and the end.
  missing_cents bigint not null generated always as (greatest(0, target_cents - funded_cents)) stored,
  check (starts_on is null or ends_on is null or starts_on <= ends_on),
  -- 4: removed with its import. The row stays for the ledger only, and no list, count or search shows it.
  constraint projects_status_check check (status in (1, 2, 3, 4))
);
create index projects_search on projects using gin (search_text gin_trgm_ops);
-- Includes the status: far pages of unarchived rows are then read from the index alone.
create index projects_created on projects (created_at, id) include (status);
create index projects_title on projects (title_sort, id) include (status);
create index projects_organization_title on projects (organization_sort, id) include (status);
create index projects_status on projects (status, id);
create index projects_review on projects (review_status, id);
create index projects_content_review on projects (content_review_status, id);
create index projects_voting_review on projects (voting_review_status, id);
create index projects_financing on projects (financing, id);
create index projects_funding on projects (funding_key, id);
create index projects_internal_status on projects (internal_status_id, id);
create index projects_ends on projects (ends_on) where ends_on is not null;
create index projects_internal_status_title on projects (internal_status_sort, id);
create index projects_identity on projects (organization_id, md5(name_identity(title)));
-- Nightly work of an all-or-nothing platform: money that waits on ended projects.
create index projects_goal_missed on projects (id) where financing = 2 and funded_cents > settled_cents;
create index projects_allocated on projects (funded_cents, id) include (status);
create index projects_words on projects using gin (to_tsvector('simple', search_text));
create index projects_by_import on projects (import_id) where import_id is not null;
create index projects_reviewer on projects (reviewer_id, waiting_since, id) where reviewer_id is not null;
create index projects_missing on projects (missing_cents, id);
create index projects_by_end on projects (ends_on, id);
-- The latest end of each organization's projects, without reading the projects (docs/decisions/0049).
create index projects_running on projects (organization_id, ends_on) where status in (1, 2) and ends_on is not null;
create index projects_unread_words on projects (id) where has_unread_words(search_text);
-- Indexes for counts of saved views, which otherwise read every project: by organization, by long waits, and without a
-- reviewer.
create index projects_organization on projects (organization_id) include (status);
create index projects_waiting on projects (waiting_since, id) include (status);
create index projects_needs_review
  on projects (least(needs_donation_review_since, needs_voting_review_since), id) include (status, reviewer_id)
  where status <> 3 and (needs_donation_review or needs_voting_review);

-- The needs of a project; its target is their sum.
create table needs (
  id bigint generated always as identity primary key,
  project_id bigint not null references projects (id) on delete cascade,
  title text not null,
  amount_cents bigint not null check (amount_cents > 0),
  position integer not null
);
create index needs_by_project on needs (project_id, position);

-- Photos of projects (docs/decisions/0058): re-encoded from the upload, without the camera's data about place, time or
-- device. Bytes are in the file store under their SHA-256, as for documents.
create table photos (
  id bigint generated always as identity primary key,
  project_id bigint not null references projects (id) on delete cascade,
  -- The uploaded file's name, used in the history.
  filename text not null,
  alt text not null default '',
  position integer not null,
  is_title boolean not null default false,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  media_type text not null check (media_type in ('image/jpeg', 'image/png')),
  width integer not null,
  height integer not null,
  size_bytes integer not null,
  thumb_sha256 text not null check (thumb_sha256 ~ '^[0-9a-f]{64}$'),
  created_by bigint references users (id),
  created_at timestamptz not null,
  version integer not null default 1
);
create index photos_by_project on photos (project_id, position, id);
-- Title photo per project, and no duplicate photo.
create unique index photos_title on photos (project_id) where is_title;
create unique index photos_once on photos (project_id, sha256);
create index photos_content on photos (sha256);
create index photos_thumb_content on photos (thumb_sha256);
