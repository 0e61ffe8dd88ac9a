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
  status smallint not null default 1 check (status in (1, 2, 3)),
  previous_status smallint,
  review_status smallint,
  content_review_status smallint,
  nonprofit_review_status smallint,
  voting_review_status smallint,
  needs_review boolean not null default false,
  needs_voting_review boolean not null default false,
  internal_status_id bigint references internal_statuses (id),
  import_key text unique,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (exemption_kind not in ('notice', 'art60a') or exemption_date is not null),
  title_sort text collate "C" generated always as (fold(title)) stored,
  search_text text generated always as (fold(title || ' ' || email_contact || ' ' || city || ' ' || register_number)) stored,
  can_receive boolean generated always as (status = 2 and coalesce(review_status in (2, 4), false)) stored
);
create index organizations_search on organizations using gin (search_text gin_trgm_ops);
create index organizations_created on organizations (created_at, id) include (status);
create index organizations_title on organizations (title_sort, id) include (status);
create index organizations_internal_status on organizations (internal_status_id);
create index organizations_identity on organizations (md5(name_identity(title)));
