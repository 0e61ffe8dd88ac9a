-- Photos of projects (docs/decisions/0058): pictures made anew from what was uploaded, without anything the camera wrote
-- about place, time or device. The bytes lie in the file store under their SHA-256, as those of documents do.
create table photos (
  id bigint generated always as identity primary key,
  project_id bigint not null references projects (id) on delete cascade,
  -- The name that the uploaded file had, by which the history speaks of it.
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
-- A project shows one picture first, and none twice.
create unique index photos_title on photos (project_id) where is_title;
create unique index photos_once on photos (project_id, sha256);
create index photos_content on photos (sha256);
create index photos_thumb_content on photos (thumb_sha256);
