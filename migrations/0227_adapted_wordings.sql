-- Languages of a mail's wording that were not looked at since another one was changed, each with that one.
alter table email_templates add not_adapted jsonb not null default '{}';
