-- What was proposed about one record, for its timeline, and what waits for a second person, for the rows of a list.
create index approvals_about on approvals (about_type, about_slug, id);
create index approvals_targets on approvals using gin (targets);
