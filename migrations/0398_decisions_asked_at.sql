-- Since when a decision was waited for, so that the time to it can be told. Past ones have it in their audit events.
alter table review_decisions add asked_at timestamptz;
alter table review_decisions disable trigger review_decisions_append_only;
update review_decisions decision
set asked_at = coalesce(
  event.before ->> 'needs_donation_review_since', event.before ->> 'needs_voting_review_since')::timestamptz
from audit_events event
where event.object_type = decision.subject and event.object_id = decision.subject_id
  and event.action = 'review_decided' and event.at = decision.decided_at
  and decision.subject = 'project' and decision.outcome is not null
  and case decision.kind
    when 'review' then event.before ? 'needs_donation_review_since'
    when 'voting' then event.before ? 'needs_voting_review_since'
    else false end;
alter table review_decisions enable trigger review_decisions_append_only;
create index review_decisions_by_time on review_decisions (decided_at) where asked_at is not null;
