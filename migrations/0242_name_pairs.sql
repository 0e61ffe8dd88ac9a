-- What a person said of two names of organizations that look alike: the same organization, or two. For all later files.

create table organization_name_pairs (
  -- The folded names (name_identity), the smaller one first, and the names as they were shown.
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
