-- Who is to review a project, and since when it waits for a review.

alter table projects
  add reviewer_id bigint references users (id),
  -- Of the reviews that are asked for, the one that has waited longest; null when none is, or when it is archived. Where
  -- nobody knows since when, it is as old as the project.
  add waiting_since timestamptz generated always as (
    case when status <> 3 then least(
      case when needs_donation_review then coalesce(needs_donation_review_since, created_at) end,
      case when needs_voting_review then coalesce(needs_voting_review_since, created_at) end)
    end
  ) stored;
create index projects_waiting on projects (waiting_since, id);
create index projects_reviewer on projects (reviewer_id, waiting_since, id) where reviewer_id is not null;
