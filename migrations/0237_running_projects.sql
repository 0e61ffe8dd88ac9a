-- Until when the projects of each organization run, without looking at the projects themselves (docs/decisions/0049).
create index projects_running on projects (organization_id, ends_on) where status in (1, 2) and ends_on is not null;
