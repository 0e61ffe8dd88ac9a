-- Whose money a document tells of: the companies that have a part in it, none of them where it tells of no company's money,
-- nothing where nobody can say and so only the house sees it (docs/decisions/0033).
alter table documents add company_ids bigint[];

update documents set company_ids = '{}'
where source = 'upload' and type in ('exemption_notice', 'statutes', 'account_proof');

update documents set company_ids = array[users.company_id]
from users
where users.id = documents.created_by and users.user_type = 'company' and users.company_id is not null
  and source = 'upload' and documents.company_ids is null;

update documents set company_ids = told.companies
from (
  select document_id,
    coalesce(array_agg(distinct company_id order by company_id) filter (where company_id is not null), '{}') as companies
  from (
    select receipt_id as document_id, funding_id from receipt_gifts
    union all
    select document_id, unnest(funding_ids) from generation_rows where document_id is not null
  ) made
  join fundings on fundings.id = funding_id
  group by document_id
) told
where told.document_id = documents.id and source = 'generated';

-- Those made one by one for a project are about what was given to it until then.
update documents set company_ids = coalesce((
  select array_agg(distinct company_id order by company_id) from fundings
  where fundings.project_id = documents.project_id and company_id is not null
    and fundings.created_at <= documents.created_at
), '{}')
where source = 'generated' and company_ids is null and project_id is not null;

-- The scope in which a run was begun, as finished exports have theirs: the gifts that it takes are those of one scope.
alter table generation_runs add seen_as text not null default 'every';
update generation_runs set seen_as = coalesce(users.company_id::text, '')
from users where users.id = generation_runs.user_id and users.user_type = 'company';
