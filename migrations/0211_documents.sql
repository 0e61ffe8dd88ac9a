-- Documents: PDFs that were uploaded for a project or an organization, or generated for it. The bytes lie in the file
-- store under their SHA-256 (docs/decisions/0049); of a document that is deleted the row stays, as what its log is about.
create table documents (
  id bigint generated always as identity primary key,
  slug text not null unique,
  type text not null check (type in ('exemption_notice', 'statutes', 'account_proof', 'funding_agreement', 'receipt',
    'letter', 'other')),
  -- What it is more precisely, where the type does not say: 'art60a' for a finding after § 60a AO.
  kind text not null default '',
  project_id bigint references projects (id) on delete cascade,
  organization_id bigint references organizations (id) on delete cascade,
  target_type text not null generated always as (case when project_id is null then 'organization' else 'project' end) stored,
  -- Repeated from the target, so that search needs no join; kept by triggers below.
  target_title text not null default '',
  filename text not null,
  source text not null default 'upload' check (source in ('upload', 'generated')),
  -- Of receipts; never used twice.
  number text unique,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  size_bytes integer not null,
  pages integer not null,
  issued_on date,
  expires_on date,
  superseded_at timestamptz,
  superseded_by bigint references documents (id) on delete set null,
  withdrawn_at timestamptz,
  deleted_at timestamptz,
  created_by bigint references users (id),
  created_at timestamptz not null,
  version integer not null default 1,
  title_sort text collate "C" generated always as (fold(filename)) stored,
  search_text text generated always as (fold(filename || ' ' || target_title || ' ' || coalesce(number, ''))) stored,
  check (num_nonnulls(project_id, organization_id) = 1),
  check (expires_on >= issued_on)
);
create index documents_created on documents (created_at, id) where deleted_at is null;
create index documents_issued on documents (issued_on, id) where deleted_at is null;
create index documents_expiring on documents (expires_on, id) where deleted_at is null;
create index documents_title on documents (title_sort, id) where deleted_at is null;
create index documents_by_project on documents (project_id, id) where project_id is not null;
create index documents_by_organization on documents (organization_id, id) where organization_id is not null;
create index documents_content on documents (sha256) where deleted_at is null;
create index documents_superseded_by on documents (superseded_by) where superseded_by is not null;
create index documents_search on documents using gin (search_text gin_trgm_ops);
-- Of these a target has one at a time; the others are history.
create unique index documents_once on documents (type, coalesce(project_id, 0), coalesce(organization_id, 0))
  where type in ('exemption_notice', 'statutes', 'account_proof', 'funding_agreement')
    and superseded_at is null and withdrawn_at is null and deleted_at is null;

create function copy_document_target() returns trigger language plpgsql as $$
begin
  if new.project_id is not null then
    select title into new.target_title from projects where id = new.project_id for key share;
  else
    select title into new.target_title from organizations where id = new.organization_id for key share;
  end if;
  return new;
end $$;
create trigger documents_target_copy before insert on documents
  for each row execute function copy_document_target();

create function spread_project_title_to_documents() returns trigger language plpgsql as $$
begin
  update documents set target_title = new.title where project_id = new.id;
  return null;
end $$;
create trigger projects_title_to_documents after update of title on projects
  for each row when (old.title is distinct from new.title) execute function spread_project_title_to_documents();

create function spread_organization_title_to_documents() returns trigger language plpgsql as $$
begin
  update documents set target_title = new.title where organization_id = new.id;
  return null;
end $$;
create trigger organizations_title_to_documents after update of title on organizations
  for each row when (old.title is distinct from new.title) execute function spread_organization_title_to_documents();

-- The document log is the part of the audit log that is about documents: it walks these.
create index audit_events_of_documents on audit_events (id) where object_type = 'document';

-- How long the law keeps what may be a voucher (product.md §7): receipts, in months.
insert into dated_settings (key, valid_from, value) values ('receipt_kept_months', '1900-01-01', 120);
