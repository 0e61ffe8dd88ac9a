-- Templates of documents: a PDF per version, with what is written where. Which version counts on a day is said by the days
-- from which they hold; a version that has made a document is never changed again (docs/decisions/0055).
create table document_templates (
  id bigint generated always as identity primary key,
  slug text not null unique,
  title text not null,
  kind text not null check (kind in ('thank_you', 'funding_agreement', 'profit_savings', 'donation_receipt',
    'collective_receipt')),
  created_by bigint references users (id),
  created_at timestamptz not null,
  version integer not null default 1
);
create index document_templates_by_kind on document_templates (kind, id);

create table document_template_versions (
  id bigint generated always as identity primary key,
  template_id bigint not null references document_templates (id) on delete cascade,
  number integer not null,
  state text not null default 'draft' check (state in ('draft', 'active')),
  valid_from date not null,
  -- Open: until the next one begins.
  valid_until date check (valid_until >= valid_from),
  filename text not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  -- Pages and fields of the PDF, as they were found in it.
  found jsonb not null,
  -- What stands in fields, and what was placed on pages.
  mapping jsonb not null,
  made integer not null default 0,
  created_by bigint references users (id),
  created_at timestamptz not null,
  version integer not null default 1,
  unique (template_id, number),
  constraint document_template_versions_begin unique (template_id, valid_from)
);
create index document_template_versions_content on document_template_versions (sha256);

create function keep_used_template_version() returns trigger language plpgsql as $$
begin
  if old.made > 0 and (tg_op = 'DELETE' or old.sha256 <> new.sha256 or old.mapping <> new.mapping
    or old.valid_from <> new.valid_from or new.made < old.made or new.state <> old.state) then
    raise exception 'a version that has made a document stays as it is';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger document_template_versions_kept before update or delete on document_template_versions
  for each row execute function keep_used_template_version();
