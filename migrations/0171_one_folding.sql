-- The form in which texts are searched agrees with the one in which names are compared (src/shared/normalize.ts): what is
-- one name there is one text here. Compatible shapes as the letter (NFKD), capitals as small letters whatever their place
-- in a word, no accents, nothing that nobody sees. Texts of ordinary letters, which most are, take the short way, which says
-- the same.
create or replace function fold(value text) returns text
  language sql immutable parallel safe
  return case
    when value ~ '^[\t\n\r -~À-ÖØ-öø-ÿ]*$'
      then pg_catalog.lower(public.unaccent('public.unaccent'::pg_catalog.regdictionary, value))
    else normalize(
      pg_catalog.lower(public.unaccent('public.unaccent'::pg_catalog.regdictionary,
        pg_catalog.lower(pg_catalog.upper(pg_catalog.regexp_replace(
          pg_catalog.replace(
            normalize(
              pg_catalog.regexp_replace(value,
                '[\u0085\u00a0\u115f\u1160\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u2800\u3000\u3164\uffa0]', ' ', 'g'),
              NFKD),
            U&'\0345', 'ι'),
          '[\u00ad\u0300-\u036f\u061c\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]+',
          '', 'g'))))),
      NFC)
  end;

-- Two are one name: the same with blanks as one.
create or replace function name_identity(value text) returns text
  language sql immutable parallel safe strict
  return pg_catalog.btrim(pg_catalog.regexp_replace(public.fold(value), '\s+', ' ', 'g'));

-- What was folded before and reads differently now. Of ordinary names nothing does.
update users set first_name = first_name
  where name_sort is distinct from fold(last_name || ' ' || first_name || ' ' || username::text)
    or search_text is distinct from fold(username::text || ' ' || email::text || ' ' || first_name || ' ' || last_name);
update emails set to_name = to_name
  where search_text is distinct from fold(to_email || ' ' || to_name || ' ' || subject);
update organizations set version = version
  where title_sort is distinct from fold(title)
    or search_text is distinct from fold(title || ' ' || email_contact || ' ' || city || ' ' || register_number);
update projects set version = version
  where title_sort is distinct from fold(title) or organization_sort is distinct from fold(organization_title)
    or search_text is distinct from fold(title || ' ' || organization_title);
update projects set internal_status_sort = fold(status.title) from internal_statuses status
  where status.id = projects.internal_status_id and internal_status_sort is distinct from fold(status.title);
update reminders set version = version
  where title_sort is distinct from fold(title) or target_sort is distinct from fold(target_title)
    or search_text is distinct from fold(title || ' ' || target_title || ' ' || description);
update reminder_templates set version = version
  where title_sort is distinct from fold(title) or search_text is distinct from fold(title || ' ' || description);
update payouts set version = version
  where search_text is distinct from fold(number || ' ' || project_title || ' ' || organization_title);
update donors set name = name
  where name_key is distinct from fold(name) or email_key is distinct from fold(email)
    or search_text is distinct from fold(name || ' ' || email);
update bank_lines set version = version
  where search_text is distinct from fold(name || ' ' || text || ' ' || reference);

-- Two that one name has since: both stay, the later one is told apart by its number.
update internal_statuses set title = title || ' (' || id || ')'
  where exists (select from internal_statuses other
    where other.subject = internal_statuses.subject and fold(other.title) = fold(internal_statuses.title)
      and other.id < internal_statuses.id);
update budgets set title = title || ' (' || id || ')'
  where not is_general and exists (select from budgets other
    where other.company_id = budgets.company_id and not other.is_general
      and fold(other.title) = fold(budgets.title) and other.id < budgets.id);
reindex index internal_statuses_title;
reindex index budgets_title;
reindex index organizations_identity;
reindex index projects_identity;

-- Names that stood here before are normalized once, by the worker, which tells of each and of those that became the same.
insert into job_requests (job, payload, key)
select 'names.bring_in_line', '{}', 'first'
where exists (select from organizations) or exists (select from companies);
