-- Company users see the budgets of their own company; organizations have a category that statistics group by.

alter table users
  add company_id bigint references companies (id),
  add constraint users_company check (company_id is null or user_type = 'company');
create index users_by_company on users (company_id) where company_id is not null;

alter table organizations add category text not null default '';
