-- Where a proof ends sooner than the law has it, its last day: a notice may say so itself (docs/decisions/0049).
alter table organizations add column exemption_ends_on date;
alter table organizations add check (exemption_ends_on >= exemption_date);

-- Whether the last day of a document was typed, or follows from its issue day.
alter table documents add column expires_typed boolean not null default false;
update documents set expires_typed = true
  where expires_on is not null and (type <> 'exemption_notice' or issued_on is null
    or expires_on not in ((issued_on + interval '60 months')::date, (issued_on + interval '36 months')::date));
