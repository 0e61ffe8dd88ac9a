-- Signs that nobody sees go before the letters are taken apart, not after: one of them between two accents kept these from
-- standing in their one order, and the text from being found (src/shared/normalize.ts does the same).
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
              pg_catalog.regexp_replace(
                pg_catalog.regexp_replace(value,
                  '[\u00ad\u061c\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]+', '', 'g'),
                '[\u0085\u00a0\u115f\u1160\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u2800\u3000\u3164\uffa0]', ' ', 'g'),
              NFKD),
            U&'\0345', 'ι'),
          '[\u0300-\u036f]+', '', 'g'))))),
      NFC)
  end;

-- What was folded before and reads differently now. Of ordinary names nothing does.
create function pg_temp.hides(value text) returns boolean
  language sql immutable
  return value ~ '[\u00ad\u061c\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]';
update users set first_name = first_name where pg_temp.hides(first_name || last_name || username::text || email::text);
update emails set to_name = to_name where pg_temp.hides(to_name || subject || to_email);
update organizations set version = version where pg_temp.hides(title || email_contact || city || register_number);
update projects set version = version where pg_temp.hides(title || organization_title);
update projects set internal_status_sort = fold(status.title) from internal_statuses status
  where status.id = projects.internal_status_id and pg_temp.hides(status.title);
update reminders set version = version where pg_temp.hides(title || target_title || description);
update reminder_templates set version = version where pg_temp.hides(title || description);
update payouts set version = version where pg_temp.hides(project_title || organization_title);
update donors set name = name where pg_temp.hides(name || email);
update bank_lines set version = version where pg_temp.hides(name || text || reference);
update review_snippets set version = version where pg_temp.hides(title);
update documents set filename = filename where pg_temp.hides(filename || target_title || coalesce(number, ''));

reindex index internal_statuses_title;
reindex index budgets_title;
reindex index organizations_identity;
reindex index organizations_bare_name;
reindex index projects_identity;
