-- Counts of saved views read an index instead of every project: of whose organization something is asked, of what waits too
-- long, and of what nobody has.
create index projects_organization_status on projects (organization_id) include (status);
drop index projects_organization;
alter index projects_organization_status rename to projects_organization;

create index projects_waiting_status on projects (waiting_since, id) include (status);
drop index projects_waiting;
alter index projects_waiting_status rename to projects_waiting;

create index projects_needs_review_by_whom
  on projects (least(needs_donation_review_since, needs_voting_review_since), id) include (status, reviewer_id)
  where status <> 3 and (needs_donation_review or needs_voting_review);
drop index projects_needs_review;
alter index projects_needs_review_by_whom rename to projects_needs_review;
