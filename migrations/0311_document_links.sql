-- Documents that were sent as a link that ends (docs/decisions/0049). Only a hash of the token is kept.
create table document_links (
  id bigint generated always as identity primary key,
  token_hash text not null unique,
  document_id bigint not null references documents (id) on delete cascade,
  to_email text not null,
  language text not null,
  -- The last day on which it opens.
  until date not null,
  downloads integer not null default 0,
  last_download_at timestamptz,
  created_by bigint references users (id),
  created_at timestamptz not null,
  ended_at timestamptz,
  ended_by bigint references users (id)
);
create index document_links_by_document on document_links (document_id, id);
create index document_links_created_by on document_links (created_by);
create index document_links_ended_by on document_links (ended_by);
