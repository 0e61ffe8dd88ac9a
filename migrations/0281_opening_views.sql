-- With which view the project list opens for the people of a role: one of the product's, by its key, or a shared one.
create table project_view_openings (
  role text primary key,
  view text collate "C" not null,
  updated_at timestamptz not null
);
