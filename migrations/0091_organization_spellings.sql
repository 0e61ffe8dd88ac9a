-- Every way in which files named an organization, so that the same row means the same one for ever.

create table organization_spellings (
  -- Hash of the folded name with number and postcode, as import_rows has it.
  spelling uuid primary key,
  organization_id bigint not null references organizations (id) on delete cascade,
  -- Hash of the folded name alone, and what the row said beside it.
  name_hash uuid not null,
  register_number text not null default '',
  postcode text not null default ''
);
create index organization_spellings_name on organization_spellings (name_hash);
create index organization_spellings_organization on organization_spellings (organization_id);

insert into organization_spellings (spelling, organization_id, name_hash, register_number, postcode)
select import_key::uuid, id, md5(name_identity(title))::uuid, register_number, postcode
from organizations where import_key is not null;

alter table organizations drop column import_key;
alter table import_organizations drop column import_key;
