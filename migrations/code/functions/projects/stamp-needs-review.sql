-- The change that sets a review flag stamps it with its own time (updated_at).
create or replace function stamp_needs_review() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.needs_donation_review_since := case when new.needs_donation_review then new.updated_at end;
    new.needs_voting_review_since := case when new.needs_voting_review then new.updated_at end;
    return new;
  end if;
  if new.needs_donation_review is distinct from old.needs_donation_review then
    new.needs_donation_review_since := case when new.needs_donation_review then new.updated_at end;
  end if;
  if new.needs_voting_review is distinct from old.needs_voting_review then
    new.needs_voting_review_since := case when new.needs_voting_review then new.updated_at end;
  end if;
  return new;
end $$;

create or replace trigger projects_needs_review_insert before insert on projects
  for each row when (new.needs_donation_review or new.needs_voting_review) execute function stamp_needs_review();

create or replace trigger projects_needs_review_update before update of needs_donation_review, needs_voting_review on projects
  for each row when (old.needs_donation_review is distinct from new.needs_donation_review
    or old.needs_voting_review is distinct from new.needs_voting_review) execute function stamp_needs_review();
