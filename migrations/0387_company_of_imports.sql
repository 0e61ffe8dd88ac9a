-- Whose file an import brings: that of the company its uploader spoke for, or the house's (null). Recipes go with the files
-- they were kept from; those kept so far stay the house's.
alter table imports add column company_id bigint references companies (id);
alter table import_recipes add column company_id bigint references companies (id);
update imports set company_id = users.company_id
from users where users.id = imports.created_by and users.user_type = 'company';
drop index import_recipes_title;
create unique index import_recipes_title on import_recipes (md5(name_identity(title)), coalesce(company_id, 0));
update approvals set company_id = imports.company_id
from imports
where approvals.act = 'import_gifts' and approvals.state = 'waiting' and approvals.about_type = 'import'
  and approvals.about_slug = imports.id::text;
