-- Returns the given words that no row has, according to the indexes of whole words.
create or replace function words_nobody_has(kept_in text, words text[]) returns setof text language plpgsql stable as $$
declare
  had text := case kept_in
    when 'project_words' then 'projects where to_tsvector(''simple'', search_text)'
    when 'organization_words' then 'organizations where words_in(search_text)'
    when 'task_words' then 'reminders where words_in(search_text)'
  end;
begin
  return query execute format(
    'select word from unnest($1) word where not exists (select from %s @@ %s)', had,
    $query$('''' || replace(replace(word, '\', '\\'), '''', '''''') || '''')::tsquery$query$) using words;
end $$;
