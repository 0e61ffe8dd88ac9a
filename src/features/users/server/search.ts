import { sql } from 'kysely'
import type { SearchKind } from '#server/search/kind.ts'

/** Finds accounts by name, user name and e-mail address; their page's address contains the id. */
export const userSearch: SearchKind<'user'> = {
  kind: 'user',
  permission: 'view_users',
  table: 'users',
  key: 'id',
  slug: sql`id::text`,
  title: sql`coalesce(nullif(trim(first_name || ' ' || last_name), ''), username::text)`,
  subtitle: sql`email::text`,
  folded: sql`fold(trim(first_name || ' ' || last_name))`,
  others: [sql`fold(username::text)`, sql`fold(email::text)`],
  prefixes: ['name_sort'],
  wordsLike: (asked) => sql`select distinct word from
    (select search_text from users where search_text %> ${asked} limit 200) near, unnest(words_of(search_text)) word`,
}
