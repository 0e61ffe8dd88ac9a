-- The picture of a signature, for templates that have a place for one; made anew when it is uploaded. One of an organization
-- counts at a time; one that stands on a receipt stays for its reprints (docs/decisions/0055).
create table signatures (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (id) on delete cascade,
  -- Who signs.
  signatory text not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  width integer not null,
  height integer not null,
  created_by bigint references users (id),
  created_at timestamptz not null,
  ended_at timestamptz
);
create unique index signatures_once on signatures (organization_id) where ended_at is null;
create index signatures_by_organization on signatures (organization_id);
create index signatures_content on signatures (sha256);
