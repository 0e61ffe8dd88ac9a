-- Whose money a finished export shows: one company's (its id), every company's, or none's (''); null while it is not made.
alter table exports add column seen_as text;
-- Who asked says it for those made before: a type of account that changes later is caught from now on.
update exports set seen_as = case when users.user_type = 'company' then coalesce(users.company_id::text, '') else 'every' end
from users where users.id = exports.user_id and exports.status = 'done';
