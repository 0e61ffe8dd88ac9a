-- Receipts without a hand signature (R 10b.1 (4) EStR): what an organization told its tax office. A new announcement ends the
-- one before, which stays: receipts were issued under it.
create table receipt_announcements (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organizations (id) on delete cascade,
  tax_office text not null check (tax_office <> ''),
  announced_on date not null,
  -- Whose binding signature is printed; it must be the one of the picture.
  signatory text not null check (signatory <> ''),
  -- Where the description of the procedure is kept.
  procedure_kept text not null check (procedure_kept <> ''),
  created_by bigint references users (id),
  created_at timestamptz not null,
  ended_at timestamptz
);
create unique index receipt_announcements_once on receipt_announcements (organization_id) where ended_at is null;
create index receipt_announcements_by_organization on receipt_announcements (organization_id);
