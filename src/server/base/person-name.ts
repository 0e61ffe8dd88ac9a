import { sql } from 'kysely'

/** What a row of `users` is called; null where there is none. */
export const personName = sql`coalesce(nullif(trim(users.first_name || ' ' || users.last_name), ''), users.username::text)`
