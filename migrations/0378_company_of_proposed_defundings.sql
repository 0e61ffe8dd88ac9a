-- Defundings that company users proposed before their company waited with them: whoever approves takes that company's gifts only.
update approvals set call = jsonb_set(call, '{body,company_slug}', to_jsonb(companies.slug))
from companies, users
where approvals.state = 'waiting' and approvals.act = 'defund' and approvals.about_type = 'project'
  and not call -> 'body' ? 'company_slug' and companies.id = approvals.company_id
  and users.id = approvals.proposed_by and users.user_type = 'company';
